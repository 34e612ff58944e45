import { listsPath, listPath } from '#web/routing/account-paths.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import type { MypagePageHandle } from '#web/routing/route-handles.ts'
import { EmptyState, QueryPlaceholder } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Route } from './+types/lists.route.ts'
import { CollectionTabs } from './collection-tabs.tsx'
import { CreateListForm, ListCover } from './list-parts.tsx'
import { listMessages as messages } from './messages.ko.ts'
import { listsQuery } from './queries.ts'

export function meta({ matches }: Route.MetaArgs) {
  const { title, description } = messages
  return pageMeta(matches, { title, description, path: listsPath, noindex: true })
}

export const handle: MypagePageHandle = { title: messages.title, Skeleton: ListsSkeleton }

const grid = 'grid gap-x-(--rail-gap) gap-y-6 sm:grid-cols-2 xl:grid-cols-3'

/** The lists of the profile, the last changed first. */
export default function ListsPage() {
  const query = useQuery(listsQuery())
  if (!query.data) return <QueryPlaceholder query={query} skeleton={<ListsSkeleton />} />
  const { results } = query.data
  return (
    <>
      <CollectionTabs selected="lists" />
      <CreateListForm />
      {results.length === 0 && (
        <EmptyState icon="bookmark" title={messages.empty}>
          {messages.empty_detail}
        </EmptyState>
      )}
      <ul className={`mt-6 ${grid}`}>
        {results.map((list) => (
          <li key={list.id}>
            <Link to={listPath(list.id)} className="block rounded-card">
              <ListCover posters={list.posters} />
              <span className="mt-2 block truncate font-semibold">{list.name}</span>
              <span className="block text-sm text-foreground-subtle tabular-nums">
                {`${messages.count(list.work_count)} · ${list.token ? messages.shared : messages.private}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

function ListsSkeleton() {
  return (
    <div aria-hidden="true">
      <div className="shimmer mb-5 h-12 w-40 rounded-control" />
      <div className="shimmer h-18 max-w-xl rounded-control" />
      <div className={`mt-6 ${grid}`}>
        {[1, 2, 3].map((item) => (
          <div key={item} className="shimmer aspect-8/3 rounded-card" />
        ))}
      </div>
    </div>
  )
}
