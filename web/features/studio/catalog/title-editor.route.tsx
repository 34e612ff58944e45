import type { StudioWork } from '#contract/studio/catalogue.ts'
import { catalogueCopy } from './messages.ko.ts'
import { isRefused } from '#web/api/error-message.ts'
import { TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { studioWorksPath, studioPreviewPath } from '#web/routing/studio-paths.ts'
import { seriesPath } from '#web/routing/paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { EpisodeForm } from './episode-form.tsx'
import { HistoryPanel } from './editing/revision-history.tsx'
import { useWorkNews, workQuery } from './queries.ts'
import { SeasonsPanel } from './seasons-panel.tsx'
import { StateBadge } from './visibility-badge.tsx'
import { useLeaveGuard } from './editing/use-unsaved-changes-guard.ts'
import { WorkForm } from './title-form.tsx'

export default StudioWorkPage

const words = catalogueCopy.work
const tabs = ['info', 'episodes', 'history'] as const

/** A work, to be edited. */
function StudioWorkPage() {
  const id = Number(useParams()['workId'])
  const work = useQuery({ ...workQuery(id), enabled: Number.isInteger(id) && id > 0 })
  useWorkNews(work.data)
  if (isRefused(work.error, 'not_found') || !(id > 0))
    return (
      <EmptyState
        icon="search"
        heading="h1"
        title={catalogueCopy.list.none}
        actions={<ButtonLink to={studioWorksPath}>{words.back}</ButtonLink>}
      />
    )
  // What is being edited stays, where it was only asked for again in vain.
  if (work.data) return <Editor key={id} work={work.data} />
  if (work.isError) return <ErrorState busy={work.isFetching} onRetry={() => void work.refetch()} />
  return <TableSkeleton />
}

function Editor({ work }: { work: StudioWork }) {
  const [params] = useSearchParams()
  const given = params.get('tab')
  const tab = tabs.find((one) => one === given) ?? 'info'
  const [isInfoDirty, setInfoDirty] = useState(false)
  const [isEpisodeDirty, setEpisodeDirty] = useState(false)
  useLeaveGuard(isInfoDirty || isEpisodeDirty)
  const onInfoDirty = useCallback((is: boolean) => setInfoDirty(is), [])
  const onEpisodeDirty = useCallback((is: boolean) => setEpisodeDirty(is), [])
  const { id, title, state, is_series, seasons } = work
  const only = is_series ? undefined : seasons[0]?.episodes[0]
  const isPublic = state === 'published' || state === 'no_video'
  return (
    <>
      <Link
        to={studioWorksPath}
        className="mb-2 inline-flex min-h-11 items-center gap-1 rounded-md text-sm text-paper-3 hover:text-paper"
      >
        <Icon name="left" className="size-4" />
        {words.back}
      </Link>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 basis-96 grow">
          <h1 className="text-2xl font-extrabold break-keep wrap-anywhere">{title}</h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-paper-3">
            <StateBadge state={state} />
            <span>{catalogueCopy.kinds[is_series ? 'series' : 'film']}</span>
            <span className="tabular-nums">{words.number(id)}</span>
            {!isPublic && <span>{words.unpublished_note}</span>}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={studioPreviewPath(id)} look="outline" icon="eye">
            {words.preview}
          </ButtonLink>
          {isPublic && (
            <ButtonLink to={seriesPath(id)} look="quiet" reloadDocument>
              {words.page}
            </ButtonLink>
          )}
        </div>
      </div>
      <nav aria-label={title} className="mb-6 border-b border-line">
        <ul className="-mb-px flex gap-6 overflow-x-auto">
          {tabs.map((one) => (
            <li key={one}>
              <Link
                to={one === 'info' ? '?' : `?tab=${one}`}
                {...(tab === one && { 'aria-current': 'page' as const })}
                className="flex min-h-11 items-center border-b-2 border-transparent text-sm font-semibold whitespace-nowrap text-paper-3 hover:text-paper aria-[current]:border-gam aria-[current]:text-paper"
              >
                {one === 'episodes' && !is_series ? words.tabs.film : words.tabs[one]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {/* What is typed stays while another part is looked at. */}
      <div hidden={tab !== 'info'}>
        <WorkForm work={work} onDirty={onInfoDirty} />
      </div>
      <div hidden={tab !== 'episodes'}>
        {only ? (
          <EpisodeForm work={work} episode={only} onDirty={onEpisodeDirty} />
        ) : (
          <SeasonsPanel work={work} onDirty={onEpisodeDirty} />
        )}
      </div>
      {tab === 'history' && <HistoryPanel work_id={id} />}
    </>
  )
}
