import { wishlistMessages } from './messages.ko.ts'
import { RequireMember } from '#web/session/require-member.tsx'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { openLoginDialog } from '#web/features/account/login/open-login-dialog.ts'
import { MypageLayout } from '#web/app/layouts/mypage-layout.tsx'
import { pageMeta } from '#web/routing/page-meta.ts'
import { wishlistPath, categoriesPath } from '#web/routing/paths.ts'
import type { Route } from './+types/wishlist.route.ts'
import * as watch_history from '#web/api/endpoints/watch-history.generated.ts'
import type { LikeCard } from '#contract/contents/watch-history.ts'
import { call } from '#web/api/client.ts'
import { likesStore, useIsLiked } from '#web/session/likes.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { Chip } from '#web/ui/forms/chip.tsx'
import { InfiniteListEnd } from '#web/ui/layout/infinite-list.tsx'
import { EpisodeCard } from '#web/features/catalog/cards/episode-card.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { PosterCard } from '#web/features/catalog/cards/poster-card.tsx'
import { GridSkeleton } from '#web/features/catalog/cards/card-skeletons.tsx'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LikeButton, type SignIn } from './like-button.tsx'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = wishlistMessages
  return pageMeta(matches, { title, description, path: wishlistPath, hidden: true })
}

export default function Wishlist() {
  return (
    <MypageLayout title={wishlistMessages.title}>
      <RequireMember skeleton={<WishlistSkeleton />}>
        {() => (
          <MemberQueryProvider>
            <WishlistPage signIn={openLoginDialog} />
          </MemberQueryProvider>
        )}
      </RequireMember>
    </MypageLayout>
  )
}

type Kind = LikeCard['content_type']

const pageSize = 50

const likesQuery = infiniteQueryOptions({
  queryKey: ['watching', 'likes'],
  async queryFn({ pageParam: before_id }) {
    const asked = likesStore.now()
    const { results } = await call(watch_history.listLikes, {
      query: { limit: pageSize, ...(before_id !== null && { before_id }) },
    })
    likesStore.tell(
      results.map(({ id, ...what }) => ({ ...refOf(what), like_id: id })),
      asked,
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

/** What the member likes, the last first. What is taken back stays where it was, dimmed, until he comes again. */
function WishlistPage({ signIn }: { signIn: SignIn }) {
  const listed = useInfiniteQuery(likesQuery)
  const [kind, setKind] = useState<Kind>('series')

  if (!listed.data)
    return listed.isError ? (
      <ErrorState busy={listed.isFetching} onRetry={() => void listed.refetch()} />
    ) : (
      <WishlistSkeleton />
    )

  const all = listed.data.pages.flatMap((page) => page.results)
  if (all.length === 0 && !listed.hasNextPage) return <Nothing />
  const cards = all.filter(({ content_type }) => content_type === kind)
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-2">
        <div role="group" aria-label={wishlistMessages.kinds} className="flex gap-2">
          {(['series', 'episode'] as const).map((one) => (
            <Chip key={one} selected={kind === one} onClick={() => setKind(one)}>
              {wishlistMessages[one]}
            </Chip>
          ))}
        </div>
        <p className="text-sm text-foreground-subtle">{wishlistMessages.newest_first}</p>
      </div>
      {cards.length === 0 && !listed.hasNextPage && <Nothing kind={kind} />}
      <ul className={grids[kind]}>
        {cards.map((card) => (
          <li key={card.id} className="min-w-0">
            <Card card={card} signIn={signIn} />
          </li>
        ))}
      </ul>
      {listed.hasNextPage && <InfiniteListEnd key={kind} list={listed} />}
    </>
  )
}

function Card({ card, signIn }: { card: LikeCard; signIn: SignIn }) {
  const what = refOf(card)
  const liked = useIsLiked(what)
  const title = card.series?.title ?? card.episode?.title ?? ''
  return (
    <div data-has-like="" className="relative">
      {/* An episode's still is full of what it costs: its heart stands beside its words. */}
      <div
        className={`transition-opacity duration-(--duration-slow) ${liked ? '' : 'opacity-45'} ${card.episode ? '[&_h3]:pr-11 [&_h3+p]:pr-11' : ''}`}
      >
        {card.series && <PosterCard series={card.series} heading="h2" />}
        {card.episode && <EpisodeCard episode={card.episode} />}
      </div>
      <span
        className={`absolute z-action ${card.episode ? '-right-1 bottom-0' : 'top-0.5 right-0.5'}`}
      >
        <LikeButton what={what} title={title} signIn={signIn} look="round" />
      </span>
    </div>
  )
}

function Nothing({ kind }: { kind?: Kind }) {
  const words = kind ? (`empty_${kind}` as const) : 'empty'
  return (
    <EmptyState
      icon="heart"
      title={wishlistMessages[words]}
      actions={
        <ButtonLink to={categoriesPath} look="primary" icon="grid">
          {wishlistMessages.find}
        </ButtonLink>
      }
    >
      {wishlistMessages[`${words}_detail`]}
    </EmptyState>
  )
}

/** The shape of the page while nobody knows yet what is in it. */
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
