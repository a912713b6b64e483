#!/bin/sh
# Plays a program that never answers, whatever it is told.
exec /bin/sleep 3600
