"""The participants of a run, as `participants.csv` lists them beside the responses."""

FILE = "participants.csv"
"""One row for each person who arrived, whether or not they finished."""

EXCLUDED = "excluded"
"""The column of the responses that says whether an exclusion rule applies."""

COMPLETED = "completed"
"""The status of a participant who finished."""

SEPARATOR = "; "
"""Between the labels of several exclusion rules in one field."""

COLUMNS: dict[str, str] = {
    "participant": "The name by which the recruiting platform knows the participant, as a "
    "salted hash unless clear names were asked for.",
    "unit": "The number of the participant within its cell, as in `responses.parquet`; "
    "empty if the participant did not finish.",
    "cell": "The condition (or all conditions, if each participant meets all).",
    "set": "Which set of items: set 3 has the items that the learners' unit 3 is asked.",
    "status": "`completed`, `failed_checks`, `no_consent`, `screened_out`, `returned`, "
    "`expired`, or `live` while the session goes on.",
    "consented": "Whether the participant gave consent.",
    "arrived": "When the session began (UTC).",
    "finished": "When it was completed (UTC); empty if it was not.",
    "minutes": "From arrival to completion.",
    "items": "How many items were answered.",
    "seconds_per_item": "The median time for an item.",
    "excluded_by": "The labels of the exclusion rules that apply, separated by semicolons.",
    "pastes": "How often something was pasted. A sign, not a proof, of copying.",
    "focus_lost": "How often another window came to the front.",
    "pointer_path": "How far the pointer moved in all, in pixels; 0 may be a keyboard, a "
    "touch screen or a program.",
    "impossible_times": "Answers in less than a tenth of a second, and answers until which "
    "all times together are longer than the session had lasted. A sign, not a proof, of a "
    "program.",
}
"""What `participants.csv` has, and what each column means."""
