# Completion of dramatis for bash.

_dramatis_shows() {
  local folder
  for folder in ./config /etc/dramatis; do
    [ -d "$folder" ] || continue
    ( cd "$folder" && for file in *.json; do
      case $file in '*.json' | *.schema.json) ;; *) printf '%s\n' "${file%.json}" ;; esac
    done )
  done
}

_dramatis() {
  local word=$2 previous=$3 command=serve i
  COMPREPLY=()
  # bash splits a flag and its value at = into three words.
  if [ "$word" = = ]; then word=; elif [ "$previous" = = ]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      check | explain | new | sanitize | avahi-service | healthcheck) command=${COMP_WORDS[i]}; break ;;
      -*) break ;;
    esac
  done
  case $previous in
    --show)
      COMPREPLY=($(compgen -W "$(_dramatis_shows)" -- "$word") $(compgen -f -X '!*.json' -- "$word"))
      return ;;
    --log) COMPREPLY=($(compgen -W "combined common json none" -- "$word")); return ;;
    --kind) COMPREPLY=($(compgen -W "duckduckgo tmdb cities suggestions" -- "$word")); return ;;
    --level) COMPREPLY=($(compgen -W "description inline" -- "$word")); return ;;
    --state-dir | --config-dir | --resources) COMPREPLY=($(compgen -d -- "$word")); return ;;
    --feed | --feed-key-file | --tls-cert | --tls-key) COMPREPLY=($(compgen -f -- "$word")); return ;;
    --listen | --port | --redirect-port | --base-path | --trusted-proxy | --refresh | --threads | --connections | \
      --connections-per-address | --metrics-from | --picture-space | --feed-address | --url) return ;;
  esac
  case $command in
    check) COMPREPLY=($(compgen -f -X '!*.json' -- "$word") $(compgen -d -- "$word")) ;;
    explain)
      COMPREPLY=($(compgen -W "--schema $(dramatis explain 2>/dev/null | cut -d ' ' -f 1)" -- "$word")) ;;
    sanitize) COMPREPLY=($(compgen -W "--level" -- "$word")) ;;
    healthcheck)
      COMPREPLY=($(compgen -W "--show --port --listen --base-path --tls-cert --tls-key --config-dir --url" \
        -- "$word")) ;;
    new)
      COMPREPLY=($(compgen -W "--feed-address --kind --feed --feed-key-file --offline --config-dir
        --resources" -- "$word")) ;;
    *)
      local words="--show --feed --feed-key-file --offline --state-dir --listen --port --base-path
        --trusted-proxy --tls-cert --tls-key --redirect-port --config-dir --resources --refresh --threads
        --connections --connections-per-address --log --metrics-from --picture-space"
      [ "$COMP_CWORD" -gt 1 ] ||
        words="$words check explain new sanitize avahi-service healthcheck --help --version"
      COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
  esac
}

complete -F _dramatis dramatis
