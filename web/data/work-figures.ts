import type { contents } from '#contract/contents.ts'
import { useSyncExternalStore } from 'react'
import { request } from './client.ts'

// Of the contract the types alone: its table would bring the validator along to pages for everybody.
const { readSeries, readEpisode } = {
  readSeries: { method: 'GET', path: '/api/contents/series/{id}/' },
  readEpisode: { method: 'GET', path: '/api/contents/episodes/{id}/' },
} as unknown as Pick<typeof contents, 'readSeries' | 'readEpisode'>

type Work = { content_type: 'series' | 'episode'; object_id: number }

/** What a page shows of its reviews. */
export type Figures = { average: number | null; count: number }

const newer = new Map<string, { was: Figures; now: Figures }>()
const listeners = new Set<() => void>()

const keyOf = ({ content_type, object_id }: Work) => `${content_type}:${object_id}`

/**
 * Reads the figures of a work again because the member has changed them: a browser may show him a page of a minute
 * ago (D-07), and he looks for what he did. `was` is what his page says.
 */
export async function readFiguresAgain(work: Work, was: Figures): Promise<void> {
  const asked = { params: { id: work.object_id } }
  const { rating_average, review_count } =
    work.content_type === 'series'
      ? await request(readSeries, asked, { cache: 'no-cache' })
      : await request(readEpisode, asked, { cache: 'no-cache' })
  newer.set(keyOf(work), { was, now: { average: rating_average, count: review_count } })
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The figures of a work: those of the page, unless it is from before they were read again. */
export function useFigures(work: Work, page: Figures): Figures {
  const found = useSyncExternalStore(
    subscribe,
    () => newer.get(keyOf(work)),
    () => undefined,
  )
  const isOld = found?.was.average === page.average && found.was.count === page.count
  return found && isOld ? found.now : page
}
