import { wishlistMessages } from './messages.ko.ts'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { wishlistPath } from '#web/routing/account-paths.ts'
import { categoriesPath } from '#web/routing/paths.ts'
import type { Route } from './+types/wishlist.route.ts'
import * as watch_history from '#web/api/endpoints/watch-history.generated.ts'
import type { LikeCard } from '#contract/watch-history/watch-history.ts'
import { call } from '#web/api/client.ts'
import { applyLikes, nextLikeRevision } from '#web/session/member-content-queries.ts'
import { contentKeys } from '#web/api/query-keys.ts'
import { useIsLiked } from '#web/session/use-member-content.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { Chip } from '#web/ui/forms/chip.tsx'
import { CollectionTabs } from '#web/features/library/lists/collection-tabs.tsx'
import { InfiniteListEnd } from '#web/ui/layout/infinite-list.tsx'
import { EpisodeCard } from '#web/features/catalog/cards/episode-card.tsx'
import { EmptyState, QueryPlaceholder } from '#web/ui/feedback/empty-state.tsx'
import { CardButtonsContext } from '#web/features/catalog/cards/card.tsx'
import { PosterCard } from '#web/features/catalog/cards/poster-card.tsx'
import { GridSkeleton } from '#web/features/catalog/cards/card-skeletons.tsx'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LikeButton } from './like-button.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = wishlistMessages
  return pageMeta(matches, { title, description, path: wishlistPath, noindex: true })
}

export const handle: MypagePageHandle = {
  title: wishlistMessages.title,
  Skeleton: WishlistSkeleton,
}

type Kind = LikeCard['content_type']

const pageSize = 50

const likesQuery = infiniteQueryOptions({
  queryKey: contentKeys.likes,
  async queryFn({ client, pageParam: before_id }) {
    const revision = nextLikeRevision()
    const { results } = await call(watch_history.listLikes, {
      query: { limit: pageSize, ...(before_id !== null && { before_id }) },
    })
    applyLikes(
      client,
      results.map(({ id, ...contentRef }) => ({ ...refOf(contentRef), like_id: id })),
      revision,
    )
    return { results }
  },
  initialPageParam: null as number | null,
  // An offset would skip rows when likes are removed between two pages, here or on another device.
  getNextPageParam: ({ results }) => (results.length < pageSize ? undefined : results.at(-1)?.id),
  staleTime: 0,
})

const refOf = ({ content_type, object_id }: Pick<LikeCard, 'content_type' | 'object_id'>) => ({
  content_type,
  object_id,
})

const grids = {
  series: 'poster-grid',
  episode:
    'grid grid-cols-2 gap-x-(--rail-gap) gap-y-6 md:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))]',
} as const

/** The member's likes, newest first. Removed ones stay in place, dimmed, until the next visit. */
export default function WishlistPage() {
  const likes = useInfiniteQuery(likesQuery)
  const [kind, setKind] = useState<Kind>('series')

  if (!likes.data) return <QueryPlaceholder query={likes} skeleton={<WishlistSkeleton />} />

  const likeCards = likes.data.pages.flatMap((page) => page.results)
  if (likeCards.length === 0 && !likes.hasNextPage)
    return (
      <>
        <CollectionTabs selected="wishlist" />
        <EmptyWishlist />
      </>
    )
  const cards = likeCards.filter(({ content_type }) => content_type === kind)
  return (
    <>
      <CollectionTabs selected="wishlist" />
      <div className="mb-5 flex flex-wrap items-center justify-between gap-2">
        <div role="group" aria-label={wishlistMessages.kinds} className="flex gap-2">
          {(['series', 'episode'] as const).map((option) => (
            <Chip key={option} selected={kind === option} onClick={() => setKind(option)}>
              {wishlistMessages[option]}
            </Chip>
          ))}
        </div>
        <p className="text-sm text-foreground-subtle">{wishlistMessages.newest_first}</p>
      </div>
      {cards.length === 0 && !likes.hasNextPage && <EmptyWishlist kind={kind} />}
      <ul className={grids[kind]}>
        {cards.map((card) => (
          <li key={card.id} className="min-w-0">
            <Card card={card} />
          </li>
        ))}
      </ul>
      {likes.hasNextPage && <InfiniteListEnd key={kind} list={likes} />}
    </>
  )
}

function Card({ card }: { card: LikeCard }) {
  const contentRef = refOf(card)
  const liked = useIsLiked(contentRef)
  const title = card.series?.title ?? card.episode?.title ?? ''
  return (
    <div className="relative">
      {/* An episode's thumbnail is covered by price badges, so its like button is beside its text. */}
      <div
        className={`transition-opacity duration-(--duration-slow) ${liked ? '' : 'opacity-45'} ${card.episode ? '[&_h3]:pr-11 [&_h3+p]:pr-11' : ''}`}
      >
        <CardButtonsContext value={false}>
          {card.series && <PosterCard series={card.series} heading="h2" />}
          {card.episode && <EpisodeCard episode={card.episode} />}
        </CardButtonsContext>
      </div>
      <span className={`absolute z-action ${card.episode ? '-right-1 bottom-0' : 'top-1 right-1'}`}>
        <LikeButton contentRef={contentRef} title={title} variant="on_image" />
      </span>
    </div>
  )
}

function EmptyWishlist({ kind }: { kind?: Kind }) {
  const message = kind ? (`empty_${kind}` as const) : 'empty'
  return (
    <EmptyState
      icon="heart"
      title={wishlistMessages[message]}
      actions={
        <ButtonLink to={categoriesPath} variant="primary" icon="grid">
          {wishlistMessages.browse}
        </ButtonLink>
      }
    >
      {wishlistMessages[`${message}_detail`]}
    </EmptyState>
  )
}

function WishlistSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="mb-5 flex gap-2">
        <div className="shimmer h-11 w-16 rounded-full" />
        <div className="shimmer h-11 w-16 rounded-full" />
      </div>
      <GridSkeleton />
    </div>
  )
}
