import { AsVisitorContext } from '#web/session/use-member-content.ts'
import { TitlePage } from '#web/features/title/title-page.tsx'
import type { EndpointResponse } from '#contract/core/endpoint.ts'
import { studio_catalogue } from '#contract/contents/staff/catalogue.ts'
import { studioCatalogMessages } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useParams } from 'react-router'
import { studioWorkPath } from '#web/routing/studio-paths.ts'

/** The public page of an unpublished work. */
export default function StudioPreview() {
  return (
    <WorkPreviewPage
      page={({ series, episodes, season_id }) => {
        const season =
          series.seasons.find(({ id }) => id === season_id) ?? series.seasons[0] ?? null
        const seasonEpisodes = episodes.filter((episode) => episode.season.id === season?.id)
        const paging = { page: 1, pages: 1, latest_first: false }
        return (
          <AsVisitorContext value={true}>
            <TitlePage
              data={{ ...paging, series, season, episodes: seasonEpisodes, similar: [] }}
            />
          </AsVisitorContext>
        )
      }}
    />
  )
}

const messages = studioCatalogMessages.preview

type Previewed = EndpointResponse<typeof studio_catalogue.previewWork> & {
  /** The selected season. */
  season_id: number | null
}

/** A work as visitors would see it. `page` renders the public page; its links are disabled. */
function WorkPreviewPage({ page }: { page: (work: Previewed) => ReactNode }) {
  const id = Number(useParams()['workId'])
  const [season_id, setSeason] = useState<number | null>(null)
  const container = useRef<HTMLDivElement>(null)
  const work = useQuery({
    queryKey: studioKeys.title(id, 'preview'),
    queryFn: () => call(studio_catalogue.previewWork, { params: { id } }),
    staleTime: 0,
  })
  const isLoaded = work.isSuccess
  useEffect(() => {
    const element = container.current
    // Captures clicks before the link does: a season link selects the season, any other does nothing.
    const interceptClick = (event: Event) => {
      const target = (event.target as Element).closest('a, button')
      if (!target) return
      event.preventDefault()
      event.stopPropagation()
      const season = /\/season\/(\d+)$/.exec(target.getAttribute('href') ?? '')?.[1]
      if (season) setSeason(Number(season))
      else toasts.show(messages.inert)
    }
    element?.addEventListener('click', interceptClick, true)
    return () => element?.removeEventListener('click', interceptClick, true)
  }, [isLoaded])
  return (
    <>
      <PageHeader
        title={messages.title}
        detail={messages.detail}
        actions={
          <ButtonLink to={studioWorkPath(id)} variant="primary">
            {messages.back}
          </ButtonLink>
        }
      />
      <QueryContent query={work}>
        {(data) => (
          <div
            ref={container}
            className="relative isolate overflow-hidden rounded-sheet border border-border-strong bg-background pb-10"
          >
            {page({ ...data, season_id })}
          </div>
        )}
      </QueryContent>
    </>
  )
}
