-- A review may be its stars alone: the text is empty then (D-60). A hidden review of stars alone hides no other one by its text.
-- Owner: reviews.
alter table reviews
  drop constraint reviews_context_check,
  add constraint reviews_context_check check (char_length(context) <= 1000) not valid;

create or replace function hides_review(hidden hidden_reviews, review reviews) returns boolean
language sql stable as $$
  select hidden.series_id = review.series_id and (
    hidden.author_id = review.author_id and hidden.episode_id is not distinct from review.episode_id
    or review.context <> '' and hidden.text_hash = review_text_hash(review.context) and (hidden.author_id is null
      or hidden.author_id = review.author_id or char_length(review_letters(review.context)) >= 12));
$$;
