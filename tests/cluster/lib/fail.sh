# Ends the script with a message that names the remedy.
# shellcheck shell=bash

fail() {  # MESSAGE
    echo "${0##*/}: $1" >&2
    exit 1
}
