/** Query keys of the lists of a profile. */
export const listKeys = {
  all: ['content', 'lists'],
  /** @param series_id the work that `has_work` is about */
  summaries: (series_id?: number) => ['content', 'lists', 'summaries', series_id ?? null] as const,
  list: (id: number) => ['content', 'lists', id] as const,
} as const
