# What the demo says, waits for and checks. Waiting is watching: nothing here sleeps or polls.
# shellcheck shell=bash

# Seconds that anything announced may take.
patience=60
begin_tenths=$(($(date +%s%N) / 100000000))
checks=0

# What conditions may use beside jq's own words.
# shellcheck disable=SC2016 # the variables are jq's
words='def waits_for($what): .status.waitingFor // [] | any(contains($what));
       def hooks: .status.hooks // [];
       def condition($type): .status.conditions // [] | map(select(.type == $type)) | .[0];'

# The columns are those of progress.jq.
said() {  # MARK TEXT
    local tenths=$(($(date +%s%N) / 100000000 - begin_tenths))
    printf '%4d.%d s  %-9s %s\n' $((tenths / 10)) $((tenths % 10)) "$1" "$2"
}

say() {  # TEXT
    printf '\n'
    said '==' "$*"
}

# Waits until the Release's own words say so; CONDITION is a jq expression on the Release.
await() {  # NAMESPACE RELEASE CONDITION
    local stream watcher answer code=0
    # Processes of their own, so that whichever ends first ends the wait.
    exec {stream}< <(exec kubectl -n "$1" get release "$2" -o json --watch 2>> "$work/kubectl.log")
    watcher=$!
    timeout "$patience" jq -en "$words first(inputs | select($3)) | true" <&"$stream" > /dev/null &
    answer=$!
    wait -n "$answer" "$operator" || code=$?
    kill "$watcher" "$answer" 2> /dev/null || true
    exec {stream}<&-
    kill -0 "$operator" 2> /dev/null || fail "the operator has ended"
    [[ $code == 0 ]] || fail "Release/$2 in $1 did not come to this within $patience s: $3"
}

await_deployed() {  # NAMESPACE RELEASE REVISION
    await "$1" "$2" ".status.phase == \"Deployed\" and .status.revision == $3
        and .status.observedGeneration == .metadata.generation"
}

# The command must succeed; a leading ! turns that round.
expect() {  # CLAIM COMMAND...
    local claim=$1
    shift
    if [[ $1 == '!' ]]; then
        shift
        ! "$@" || fail "not as announced: $claim"
    else
        "$@" || fail "not as announced: $claim"
    fi
    checks=$((checks + 1))
    said 'ok' "$claim"
}

fail() {  # TEXT
    echo "$*" >&2
    exit 1
}

exists() {  # NAMESPACE OBJECT
    [[ -n $(kubectl -n "$1" get "$2" --ignore-not-found -o name) ]]
}

# CONDITION is a jq expression on the object.
holds() {  # NAMESPACE OBJECT CONDITION
    kubectl -n "$1" get "$2" -o json | jq -e "$words $3" > /dev/null
}

stages_ran_one_after_the_other() {  # NAMESPACE RELEASE
    holds "$1" "release/$2" '
        .status.stages
        | all(.state == "Done")
          and ([.[:-1], .[1:]] | transpose | all(.[0].finishedAt <= .[1].startedAt))'
}

all_as_announced() {
    say "All went as announced: $checks checks"
}
