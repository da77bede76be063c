"""A participant's way through a study, on both databases."""

from metamer.app import schema


def test_a_session_goes_from_consent_to_a_code(serve, study):
    app = serve(study)
    person = app.arrive()
    assert person.page["kind"] == "consent"
    kinds = []
    while person.page["kind"] != "done":
        kinds.append(person.page["kind"])
        person.step()
    assert kinds[:3] == ["consent", "text", "questions"]
    assert kinds[-9:] == [*["trial", "describe"] * 4, "text"]
    assert person.page["reason"] == "completed"
    assert len(person.page["code"]) == 10
    (row,) = app.rows(schema.session)
    assert row["status"] == "completed" and row["code"] == person.page["code"]
    assert [event["seq"] for event in app.rows(schema.event)] == list(range(len(kinds)))
