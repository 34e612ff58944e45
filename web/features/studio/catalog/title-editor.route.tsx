import { BackLink } from '#web/features/studio/common/studio-shell.tsx'
import type { StudioWork } from '#contract/studio/catalogue.ts'
import { studioCatalogMessages } from './messages.ko.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { studioTitlesPath, studioPreviewPath } from '#web/routing/studio-paths.ts'
import { seriesPath } from '#web/routing/paths.ts'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { EpisodeForm } from './episode-form.tsx'
import { RevisionHistory } from './editing/revision-history.tsx'
import { titleQuery } from './queries.ts'
import { SeasonsPanel } from './seasons-panel.tsx'
import { useTitlePageActions } from './use-title-page-actions.tsx'
import { VisibilityBadge } from './visibility-badge.tsx'
import { useUnsavedChangesGuard } from './editing/use-unsaved-changes-guard.ts'
import { TitleForm } from './title-form.tsx'

export default TitleEditorPage

const messages = studioCatalogMessages.work
const tabs = ['info', 'episodes', 'history'] as const

/** The editor of a title. */
function TitleEditorPage() {
  const id = Number(useParams()['workId'])
  const work = useQuery({ ...titleQuery(id), enabled: Number.isInteger(id) && id > 0 })
  if (isApiError(work.error, 'not_found') || !(id > 0))
    return (
      <EmptyState
        icon="search"
        heading="h1"
        title={studioCatalogMessages.list.none}
        actions={<ButtonLink to={studioTitlesPath}>{messages.back}</ButtonLink>}
      />
    )
  // A failed refetch keeps the editor.
  if (work.data) return <Editor key={id} work={work.data} />
  if (work.isError)
    return <ErrorState isRetrying={work.isFetching} onRetry={() => void work.refetch()} />
  return <TableSkeleton />
}

function Editor({ work }: { work: StudioWork }) {
  const [params] = useSearchParams()
  const requestedTab = params.get('tab')
  const tab = tabs.find((candidate) => candidate === requestedTab) ?? 'info'
  const [isInfoDirty, setInfoDirty] = useState(false)
  const [isEpisodeDirty, setEpisodeDirty] = useState(false)
  useTitlePageActions(work)
  useUnsavedChangesGuard(isInfoDirty || isEpisodeDirty)
  const onInfoDirty = useCallback((isDirty: boolean) => setInfoDirty(isDirty), [])
  const onEpisodeDirty = useCallback((isDirty: boolean) => setEpisodeDirty(isDirty), [])
  const { id, title, state, is_series, seasons } = work
  const filmEpisode = is_series ? undefined : seasons[0]?.episodes[0]
  const isPublic = state === 'published' || state === 'no_video'
  return (
    <>
      <BackLink to={studioTitlesPath}>{messages.back}</BackLink>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 basis-96 grow">
          <h1 className="text-2xl font-extrabold break-keep wrap-anywhere">{title}</h1>
          <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-foreground-subtle">
            <VisibilityBadge state={state} />
            <span>{studioCatalogMessages.kinds[is_series ? 'series' : 'film']}</span>
            <span className="tabular-nums">{messages.number(id)}</span>
            {!isPublic && <span>{messages.unpublished_note}</span>}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={studioPreviewPath(id)} variant="outline" icon="eye">
            {messages.preview}
          </ButtonLink>
          {isPublic && (
            <ButtonLink to={seriesPath(id)} variant="ghost" reloadDocument>
              {messages.page}
            </ButtonLink>
          )}
        </div>
      </div>
      <nav aria-label={title} className="mb-6 border-b border-border">
        <ul className="-mb-px flex gap-6 overflow-x-auto">
          {tabs.map((tabName) => (
            <li key={tabName}>
              <Link
                to={tabName === 'info' ? '?' : `?tab=${tabName}`}
                {...(tab === tabName && { 'aria-current': 'page' as const })}
                className="flex min-h-11 items-center border-b-2 border-transparent text-sm font-semibold whitespace-nowrap text-foreground-subtle hover:text-foreground aria-[current]:border-accent aria-[current]:text-foreground"
              >
                {tabName === 'episodes' && !is_series ? messages.tabs.film : messages.tabs[tabName]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {/* Drafts are kept while another tab is open. */}
      <div hidden={tab !== 'info'}>
        <TitleForm work={work} onDirty={onInfoDirty} />
      </div>
      <div hidden={tab !== 'episodes'}>
        {filmEpisode ? (
          <EpisodeForm work={work} episode={filmEpisode} onDirty={onEpisodeDirty} />
        ) : (
          <SeasonsPanel work={work} onDirty={onEpisodeDirty} />
        )}
      </div>
      {tab === 'history' && <RevisionHistory work_id={id} />}
    </>
  )
}
