import type { EndpointResponse } from '#contract/core/endpoint.ts'
import type { lists as contract } from '#contract/watch-history/lists.ts'
import * as lists from '#web/api/endpoints/lists.generated.ts'
import { call } from '#web/api/client.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { PosterCard } from '#web/features/catalog/cards/poster-card.tsx'
import { toPosterCardData } from '#web/features/catalog/cards/card-props.ts'
import { GridSkeleton } from '#web/features/catalog/cards/card-skeletons.tsx'
import { sharedListPath } from '#web/routing/account-paths.ts'
import { categoriesPath } from '#web/routing/paths.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { PageHeading } from '#web/ui/layout/headings.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { useCallback, useEffect, useState } from 'react'
import type { Route } from './+types/shared-list.route.ts'
import { listMessages as messages } from './messages.ko.ts'

export function meta({ matches, params }: Route.MetaArgs) {
  const { shared_title: title, description } = messages
  return pageMeta(matches, {
    title,
    description,
    path: sharedListPath(params.token),
    noindex: true,
  })
}

type List = EndpointResponse<typeof contract.readSharedList>

/** A list that its owner shares by link. The browser reads it, because no cache may keep it once it is private. */
export default function SharedListPage({ params: { token } }: Route.ComponentProps) {
  const [state, setState] = useState<List | 'loading' | 'missing' | 'failed'>('loading')
  const read = useCallback(() => {
    setState('loading')
    call(lists.readSharedList, { params: { token } }).then(setState, (error: unknown) =>
      setState(isApiError(error, 'not_found') ? 'missing' : 'failed'),
    )
  }, [token])
  useEffect(read, [read])
  const list = typeof state === 'object' ? state : null
  return (
    <Page>
      <PageHeading>{list?.name ?? messages.shared_title}</PageHeading>
      <div className="mt-6">
        {state === 'loading' && <GridSkeleton />}
        {state === 'failed' && <ErrorState isRetrying={false} onRetry={read} />}
        {(state === 'missing' || list?.works.length === 0) && (
          <EmptyState
            icon="bookmark"
            title={list ? messages.empty_list : messages.missing}
            actions={<ButtonLink to={categoriesPath}>{messages.browse}</ButtonLink>}
          >
            {!list && messages.missing_detail}
          </EmptyState>
        )}
        {list && (
          <ul className="poster-grid">
            {list.works.map((work) => (
              <li key={work.id}>
                <PosterCard series={toPosterCardData(work)} heading="h2" />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Page>
  )
}
