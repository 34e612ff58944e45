/** Acts of the catalogue, as the audit log calls them. */
export const catalogueActKinds: Readonly<Record<string, string>> = {
  'catalogue.work_added': '작품을 만들었어요',
  'catalogue.work_changed': '작품을 고쳤어요',
  'catalogue.season_added': '시즌을 더했어요',
  'catalogue.season_changed': '시즌을 고쳤어요',
  'catalogue.seasons_reordered': '시즌 순서를 바꿨어요',
  'catalogue.episode_added': '회차를 더했어요',
  'catalogue.episode_changed': '회차를 고쳤어요',
  'catalogue.episodes_reordered': '회차 순서를 바꿨어요',
  'catalogue.season_removed': '시즌을 없앴어요',
  'catalogue.episode_removed': '회차를 없앴어요',
  'catalogue.edit_undone': '바꾼 것을 되돌렸어요',
}
