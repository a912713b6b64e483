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

# flags begin
_dramatis_flags() {
  case $1 in
    serve) echo "--show --shows --feed --feed-key-file --offline --kiosk --catalog --state-dir --listen --port --base-path --trusted-proxy --tls-cert --tls-key --redirect-port --config-dir --resources --refresh --threads --connections --connections-per-address --log --metrics-from --picture-space --favorites-space --database-file" ;;
    check) echo "--show --state-dir --config-dir --accept" ;;
    explain) echo "--schema" ;;
    export) echo "--language" ;;
    favorites) echo "--show --state-dir --config-dir --database-file --store" ;;
    new) echo "--feed --feed-key-file --offline --config-dir --resources --feed-address --kind" ;;
    sanitize) echo "--level" ;;
    healthcheck) echo "--show --shows --listen --port --base-path --tls-cert --tls-key --config-dir --alive --url" ;;
  esac
}

_dramatis_value() {
  case $1 in
    --show) COMPREPLY=($(compgen -W "$(_dramatis_shows)" -- "$2") $(compgen -f -X '!*.json' -- "$2")) ;;
    --feed) COMPREPLY=($(compgen -f -- "$2")) ;;
    --feed-key-file) COMPREPLY=($(compgen -f -- "$2")) ;;
    --catalog) COMPREPLY=($(compgen -f -- "$2")) ;;
    --state-dir) COMPREPLY=($(compgen -d -- "$2")) ;;
    --listen) COMPREPLY=() ;;
    --port) COMPREPLY=() ;;
    --base-path) COMPREPLY=() ;;
    --trusted-proxy) COMPREPLY=() ;;
    --tls-cert) COMPREPLY=($(compgen -f -- "$2")) ;;
    --tls-key) COMPREPLY=($(compgen -f -- "$2")) ;;
    --redirect-port) COMPREPLY=() ;;
    --config-dir) COMPREPLY=($(compgen -d -- "$2")) ;;
    --resources) COMPREPLY=($(compgen -d -- "$2")) ;;
    --refresh) COMPREPLY=() ;;
    --threads) COMPREPLY=() ;;
    --connections) COMPREPLY=() ;;
    --connections-per-address) COMPREPLY=() ;;
    --log) COMPREPLY=($(compgen -W "combined common json none" -- "$2")) ;;
    --metrics-from) COMPREPLY=() ;;
    --picture-space) COMPREPLY=() ;;
    --favorites-space) COMPREPLY=() ;;
    --database-file) COMPREPLY=($(compgen -f -- "$2")) ;;
    --store) COMPREPLY=($(compgen -W "files postgresql" -- "$2")) ;;
    --feed-address) COMPREPLY=($(compgen -f -- "$2")) ;;
    --kind) COMPREPLY=($(compgen -W "duckduckgo tmdb cities records suggestions" -- "$2")) ;;
    --level) COMPREPLY=($(compgen -W "description inline" -- "$2")) ;;
    --language) COMPREPLY=() ;;
    --url) COMPREPLY=() ;;
    *) return 1 ;;
  esac
  return 0
}
# flags end

_dramatis() {
  local word=$2 previous=$3 command=serve i
  COMPREPLY=()
  # bash splits a flag and its value at = into three words.
  if [ "$word" = = ]; then word=; elif [ "$previous" = = ]; then previous=${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
      build | check | explain | export | favorites | new | open | pictures | sanitize | avahi-service | healthcheck) command=${COMP_WORDS[i]}; break ;;
      -*) break ;;
    esac
  done
  _dramatis_value "$previous" "$word" && return
  case $command in
    check) COMPREPLY=($(compgen -f -X '!*.json' -- "$word") $(compgen -d -- "$word")) ;;
    explain)
      COMPREPLY=($(compgen -W "$(_dramatis_flags explain) $(dramatis explain 2>/dev/null | cut -d ' ' -f 1)" \
        -- "$word")) ;;
    open) COMPREPLY=($(compgen -W "$(_dramatis_flags serve) $(_dramatis_flags open)" -- "$word") $(compgen -f -- "$word")) ;;
    build | pictures) COMPREPLY=($(compgen -W "$(_dramatis_flags serve)" -- "$word")) ;;
    export) COMPREPLY=($(compgen -W "$(_dramatis_flags serve)" -- "$word") $(compgen -d -- "$word")) ;;
    favorites) COMPREPLY=($(compgen -W "$(_dramatis_flags favorites) export import" -- "$word")) ;;
    sanitize | healthcheck | new) COMPREPLY=($(compgen -W "$(_dramatis_flags "$command")" -- "$word")) ;;
    *)
      local words=$(_dramatis_flags serve)
      [ "$COMP_CWORD" -gt 1 ] ||
        words="$words build check explain export favorites new open pictures sanitize avahi-service healthcheck --help --version"
      COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
  esac
}

complete -F _dramatis dramatis
