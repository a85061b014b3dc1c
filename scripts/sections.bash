# shellcheck shell=bash
# What scripts share. Sourcing it enters the root of the repository. Commands run as named
# sections; the script continues after a failure and lists at the end what failed or was left out.

cd "$(dirname "${BASH_SOURCE[0]}")/.."

# usage prints the head of the script, which says how it is called, and ends it.
usage() {
	sed -n '2,/^set/{/^#/s/^# \{0,1\}//p}' "scripts/${0##*/}" >&2
	exit 2
}

failed=()
left_out=()
started_all=$SECONDS

# section TITLE COMMAND... runs one command and prints how it ended and how long
# it took. Its output goes through untouched.
section() {
	local title=$1 started=$SECONDS
	shift
	printf '\n== %s\n' "$title"
	if "$@"; then
		printf '== %s: ok, %d s\n' "$title" $((SECONDS - started))
	else
		printf '== %s: FAILED, %d s\n' "$title" $((SECONDS - started))
		failed+=("$title")
	fi
}

besides=()

# beside TITLE COMMAND... starts a section that waits or uses one core, in a process group of its own.
# together ends it.
beside() {
	local title=$1 started=$SECONDS out
	shift
	out=$(mktemp)
	set -m
	(
		status=0
		"$@" || status=$?
		printf 'beside other sections: %d s\n' $((SECONDS - started))
		exit "$status"
	) >"$out" 2>&1 &
	set +m
	besides+=("$! $out $title")
}

# together waits for the sections that run beside others.
together() {
	local pid out title
	for title in "${besides[@]+"${besides[@]}"}"; do
		read -r pid out title <<<"$title"
		section "$title" ended "$pid" "$out"
	done
	besides=()
}

# ended PID OUTPUT waits for a process and shows what it printed.
ended() {
	local status=0
	wait "$1" || status=$?
	cat "$2"
	rm "$2"
	return "$status"
}

# silent COMMAND... succeeds if the command does and prints nothing; what it
# prints is shown.
silent() {
	local out status=0
	out=$("$@" 2>&1) || status=$?
	out=$(grep -v '^go: downloading ' <<<"$out" || true)
	[[ -z $out ]] || printf '%s\n' "$out"
	[[ $status -eq 0 && -z $out ]]
}

# leave_out WHAT WHY notes a check that cannot run here.
leave_out() {
	printf '\n== %s: left out: %s\n' "$1" "$2"
	left_out+=("$1: $2")
}

# close NAME prints the outcome of the whole script and ends it. Under CI=true
# whatever was left out is a failure.
close() {
	local name=$1 item status=0
	printf '\n'
	for item in "${left_out[@]+"${left_out[@]}"}"; do
		printf '%s: left out: %s\n' "$name" "$item"
	done
	for item in "${failed[@]+"${failed[@]}"}"; do
		printf '%s: failed: %s\n' "$name" "$item"
		status=1
	done
	if [[ ${#left_out[@]} -gt 0 && ${CI:-} == true ]]; then
		printf '%s: CI=true and something was left out\n' "$name"
		status=1
	fi
	if [[ $status -eq 0 ]]; then
		printf '%s: all passed, %d s\n' "$name" $((SECONDS - started_all))
	else
		printf '%s: NOT passed, %d s\n' "$name" $((SECONDS - started_all))
	fi
	exit "$status"
}
