import type { ContentRef } from '#contract/contents/watch-history.ts'

/** `series:1:1`, `episode:12:1`: what a card shows, and its series. */
export function workOf(card: HTMLElement): { what: ContentRef; series_id: number } {
  const [kind, id, series_id] = card.dataset['work']?.split(':') ?? []
  const content_type = kind === 'episode' ? 'episode' : 'series'
  return { what: { content_type, object_id: Number(id) }, series_id: Number(series_id) }
}

/** What its link is called. */
export function titleOf(card: HTMLElement): string {
  const link = card.querySelector('a')
  return link?.ariaLabel ?? link?.textContent ?? ''
}
