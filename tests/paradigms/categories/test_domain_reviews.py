"""Film reviews."""

import itertools

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression

from metamer.core.errors import Refusal
from metamer.data import load
from metamer.paradigms.categories.domains import lexicon
from metamer.paradigms.categories.domains.domain import QUADRANTS
from metamer.paradigms.categories.domains.reviews import Reviews, has_word


def test_whole_words_count_as_they_are_spelled():
    texts = ["a film, of sorts", "Film noir", "two films", "the film"]
    assert has_word(np.array(texts, object), "film").tolist() == [1, 0, 0, 1]


@pytest.mark.parametrize("word", lexicon.CARRIERS)
def test_the_word_is_there_exactly_where_the_feature_says(word):
    pool = Reviews(word=word).pool(100, np.random.default_rng(0))
    assert (has_word(pool.inputs, word) == pool.features[:, 1]).all()


@pytest.mark.parametrize("word", lexicon.CARRIERS)
def test_each_carrier_has_its_word_and_no_other_entry_has(word):
    others = [entry for entry in _entries_outside(word) if has_word([entry], word)]
    assert has_word(lexicon.CARRIERS[word], word).all()
    assert others == []


def _entries_outside(word):
    praise = (lexicon.PRAISING, lexicon.LOVED, lexicon.BEST)
    blame = (lexicon.BLAMING, lexicon.HATED, lexicon.WORST)
    tables = (*praise, *blame, lexicon.OPINIONS, lexicon.FACTS)
    carriers = [table for key, table in lexicon.CARRIERS.items() if key != word]
    return itertools.chain(*tables, *lexicon.WORDS.values(), *carriers)


def test_reviews_have_20_to_120_words_whatever_their_features():
    pool = Reviews().pool(500, np.random.default_rng(0))
    lengths = np.array([len(text.split()) for text in pool.inputs])
    assert lengths.min() >= 20 and lengths.max() <= 120
    for values in pool.features.T:
        means = [lengths[values == value].mean() for value in (0, 1)]
        assert means[0] == pytest.approx(means[1], rel=0.05)


def test_words_tell_the_sentiment_nine_times_in_ten():
    pool = Reviews().pool(1000, np.random.default_rng(0))
    words = CountVectorizer(binary=True).fit_transform(pool.inputs)
    held_out = np.arange(4000) % 4 == 0
    reader = LogisticRegression(C=0.1, max_iter=500)
    reader.fit(words[~held_out], pool.features[~held_out, 0])
    score = reader.score(words[held_out], pool.features[held_out, 0])
    assert score == pytest.approx(0.9, abs=0.03)


def test_the_word_tells_nothing_of_the_sentiment_and_its_carriers_neither():
    pool = Reviews().pool(500, np.random.default_rng(0))
    words = CountVectorizer(binary=True, vocabulary=["film", "watched", "talked"])
    shown = words.transform(pool.inputs).toarray()
    together = [np.corrcoef(column, pool.features[:, 0])[0, 1] for column in shown.T]
    assert np.abs(together).max() < 0.08


def test_imdb_has_the_counted_quadrants():
    try:
        load("imdb")
    except Refusal as absent:
        pytest.skip(str(absent))
    pool = Reviews(source="imdb").pool(12_500, np.random.default_rng(0))
    counts = [int((pool.features == q).all(axis=1).sum()) for q in QUADRANTS]
    assert counts == [5690, 6810, 5459, 7041]
    with pytest.raises(Refusal, match="has the word 'zyzzogeton'"):
        Reviews("zyzzogeton", "imdb").pool(1, np.random.default_rng(0))
