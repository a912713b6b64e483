#!/bin/sh
# Simulates a program that never answers.
exec /bin/sleep 3600
