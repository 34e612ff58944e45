import type { Purchase } from '#contract/transactions/transactions.ts'
import { mypageCopy } from '#web/copy/mypage.ts'
import { purchasesCopy, rentalBrief } from '#web/copy/purchases.ts'
import { request } from '#web/data/client.ts'
import { money } from '#web/data/money.ts'
import { episodePath, purchasedPath, rentedPath, videoPath } from '#web/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { episodeLabel, nameOf, PlayMark } from '#web/ui/episode-card.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Panel } from './panel.tsx'

/** As many as stand beside each other. */
const shown = 4

const latestQuery = queryOptions({
  queryKey: ['money', 'purchases', 'latest'],
  queryFn: () => request(money.listPurchases, { query: { limit: 20 } }),
  staleTime: 0,
})

/** What the member bought and rented last, as far as it can be seen. */
export function PurchasesPanel() {
  const latest = useQuery(latestQuery)
  const purchases = latest.data?.results.filter(({ state }) => state === 'active') ?? []
  const rentsOnly = purchases.length > 0 && purchases.every(({ expires_at }) => expires_at !== null)
  return (
    <Panel
      title={mypageCopy.purchases}
      className="mt-3 md:mt-4"
      more={
        <ButtonLink
          to={rentsOnly ? rentedPath : purchasedPath}
          look="quiet"
          className="-my-2 -mr-3 px-3 text-sm"
        >
          {mypageCopy.see_purchases}
        </ButtonLink>
      }
    >
      {latest.isPending && <Waiting />}
      {latest.isError && !latest.data && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-base">{mypageCopy.purchases_failed}</p>
          <Button icon="retry" busy={latest.isFetching} onClick={() => void latest.refetch()}>
            {mypageCopy.retry}
          </Button>
        </div>
      )}
      {latest.data && purchases.length === 0 && (
        <p className="text-base text-paper-2">{mypageCopy.purchases_empty}</p>
      )}
      {purchases.length > 0 && (
        <ul className="mt-4 grid grid-cols-2 gap-x-3 gap-y-4 md:grid-cols-4">
          {purchases.slice(0, shown).map((purchase) => (
            <li key={purchase.id} className="min-w-0">
              <Still purchase={purchase} now={latest.dataUpdatedAt} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Still({ purchase, now }: { purchase: Purchase; now: number }) {
  const { episode, expires_at } = purchase
  const plays = episode.video_state === 'ready'
  const name = nameOf(episode)
  return (
    <article className="group relative">
      <div className="relative overflow-hidden rounded-md">
        <Picture
          url={episode.thumbnail_url}
          kind="thumbnail"
          color={episode.thumbnail_color}
          sizes="(min-width: 48rem) 240px, 45vw"
        />
        {plays && <PlayMark />}
      </div>
      <h3 className="mt-2 line-clamp-1 text-sm font-semibold">
        <Link
          to={plays ? videoPath(episode.id) : episodePath(episode)}
          aria-label={plays ? purchasesCopy.play(name) : purchasesCopy.see(name)}
          className="stretched"
        >
          {episode.series.title}
        </Link>
      </h3>
      {episode.series.is_series && (
        <p className="line-clamp-1 text-xs text-paper-3">{episodeLabel(episode)}</p>
      )}
      {expires_at && (
        <p className="mt-0.5 line-clamp-1 text-xs text-gam-bright tabular-nums">
          {rentalBrief(purchase, now)}
        </p>
      )}
    </article>
  )
}

function Waiting() {
  return (
    <div
      aria-hidden="true"
      className="mt-4 grid grid-cols-2 gap-3 [--color-surface:var(--color-surface-2)] md:grid-cols-4"
    >
      {[0, 1, 2, 3].map((at) => (
        <div key={at} className="shimmer aspect-video rounded-md" />
      ))}
    </div>
  )
}
