import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import type { ContinueWatchingCard } from '#contract/contents/watch-history.ts'
import { continueCopy } from '#web/copy/history.ts'
import { whenKeptIsSent } from '#web/data/anything-kept.ts'
import { call } from '#web/data/client.ts'
import { Queries } from '#web/data/queries.tsx'
import { isRefused } from '#web/data/refused.ts'
import { videosPath } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Row } from '#web/ui/row.tsx'
import { toasts } from '#web/ui/toast-queue.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { GoOnCard } from './go-on-card.tsx'

const continueQuery = queryOptions({
  queryKey: ['watching', 'continue'],
  queryFn: async () => {
    // Of the film one comes from, the last seconds may be under way yet.
    await whenKeptIsSent(1_500)
    return (
      await call(viewerEndpoints.watch_history.listContinueWatching, { query: { limit: 20 } })
    ).results
  },
  // Whoever comes back from the player sees where he is now.
  staleTime: 0,
})

type Slot = {
  /** In the place of the row until it is there; nothing where no row was expected. */
  skeleton: ReactNode
  /** Learns whether there is any card, before the row is painted. */
  onCards: (any: boolean) => void
}

/** 이어보기 (D-45): of each series the episode to go on with. */
export function ContinueRow(slot: Slot) {
  return (
    <Queries>
      <Cards {...slot} />
    </Queries>
  )
}

function Cards({ skeleton, onCards }: Slot) {
  const cards = useQuery(continueQuery)
  const client = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const any = cards.data && cards.data.length > 0
  useLayoutEffect(() => {
    if (any !== undefined) onCards(any)
  }, [any, onCards])

  async function takeOff(card: ContinueWatchingCard) {
    const { series_id, episode } = card
    const { queryKey } = continueQuery
    // What is being read just now still has it.
    await client.cancelQueries(continueQuery)
    const before = client.getQueryData(queryKey) ?? []
    const at = before.findIndex((one) => one.series_id === series_id)
    if (at < 0) return
    client.setQueryData(
      queryKey,
      before.filter((one) => one.series_id !== series_id),
    )
    // The button that had the focus is gone: the card that took its place has it, or what follows the row.
    requestAnimationFrame(() => {
      const links = place.current?.querySelectorAll<HTMLElement>('article a')
      links?.item(Math.min(at, links.length - 1))?.focus({ preventScroll: true })
    })
    try {
      await call(viewerEndpoints.watch_history.dismissContinueWatching, {
        params: { id: series_id },
      })
      toasts.show(continueCopy.taken_off(episode.series.title))
    } catch (error) {
      // Gone from the row elsewhere: as it was wanted.
      if (isRefused(error, 'not_found')) return
      client.setQueryData(queryKey, (now = []) => now.toSpliced(Math.min(at, now.length), 0, card))
      toasts.show(continueCopy.not_taken_off, 'danger')
    }
  }

  if (cards.data)
    return (
      <div ref={place}>
        <Row title={continueCopy.title} to={videosPath} shape="still">
          {cards.data.map((card) => (
            <GoOnCard key={card.series_id} card={card} onTakeOff={() => void takeOff(card)} />
          ))}
        </Row>
      </div>
    )
  if (!skeleton || !cards.isError) return skeleton
  return (
    <section aria-label={continueCopy.title} className="gutter">
      <h2 className="text-lg font-bold md:text-2xl">{continueCopy.title}</h2>
      <div role="alert" className="mt-4 flex flex-wrap items-center gap-4">
        <p className="text-base text-paper-2">{continueCopy.failed}</p>
        <Button icon="retry" busy={cards.isFetching} onClick={() => void cards.refetch()}>
          {continueCopy.retry}
        </Button>
      </div>
    </section>
  )
}
