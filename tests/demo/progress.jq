# What happens to the Releases, a line for each change: phases, stages with how long they took, and
# what is waited for. Reads the events of a watch; $begin is when the demo began.

def seconds: (. * 10 | round) as $tenths | "\($tenths / 10 | floor).\($tenths % 10) s";

def line($release; $text):
    ((now - $begin) | seconds) as $at
    | "        \($at)"[-8:] + "  " + "\($release)         "[0:9] + " \($text)";

def duration($before):
    if $before.since then (now - $before.since) | seconds
    elif .startedAt and .finishedAt then
        ((.finishedAt | fromdate) - (.startedAt | fromdate)) as $whole
        | if $whole > 0 then "\($whole) s" else "less than 1 s" end
    else "no time" end;

def stage_lines($before):
    (.status.stages // [] | length) as $count
    | .status.stages // [] | to_entries[]
    | "stage \(.key + 1)/\($count), \(.value.name)" as $title
    | .value
    | $before.stages[.name] as $earlier
    | select(.state != $earlier.state)
    | if .state == "Running" then "\($title): begins"
      elif .state == "Done" then "\($title): done in \(duration($earlier))"
      elif .state == "Failed" then "\($title): failed"
      else empty end;

def ready: .status.conditions // [] | map(select(.type == "Ready")) | .[0];

def is_new_phase($before): .status.phase != $before.phase or .status.revision != $before.revision;

def beginning_lines($before):
    select(is_new_phase($before))
    | if .status.phase == "Deploying" then "\(.status.operation), revision \(.status.revision)"
      elif .status.phase == "Deleting" then "Deletion"
      else empty end;

def ending_lines($before):
    select(is_new_phase($before))
    | if .status.phase == "Deployed" then ready.message
      elif .status.phase == "Failed" then "Failed, \(ready.reason): \(ready.message)"
      else empty end;

def waiting_lines($before):
    .status.waitingFor[0] as $first
    | select($first != $before.waiting and $first) | "  waits for \($first)";

def seen($before): {
    phase: .status.phase,
    revision: .status.revision,
    waiting: .status.waitingFor[0],
    stages: (.status.stages // [] | map({
        key: .name,
        value: {
            state: .state,
            since: (if .state != "Running" then null
                    elif $before.stages[.name].state == "Running" then $before.stages[.name].since
                    else now end)
        }}) | from_entries)
};

foreach (inputs | select(.object.metadata.namespace // "" | endswith("-example"))) as {$type, $object} (
    {};
    $object.metadata.name as $release
    | (.releases[$release] // {stages: {}}) as $before
    | if $type == "DELETED" then
          .lines = ["gone"] | del(.releases[$release])
      else
          .lines = [$object | beginning_lines($before), stage_lines($before),
                    waiting_lines($before), ending_lines($before)]
          | .releases[$release] = ($object | seen($before))
      end;
    .lines[] | line($object.metadata.name; .)
)
