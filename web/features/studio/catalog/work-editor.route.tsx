import { BackLink } from '#web/features/studio/common/studio-shell.tsx'
import {
  type StudioWork,
  studio_catalogue,
  type WorkFields,
} from '#contract/contents/staff/catalogue.ts'
import type { CatalogueAuditEntry } from '#contract/studio/audit-log.ts'
import { studioCatalogMessages } from './messages.ko.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { TableSkeleton } from '#web/features/studio/list/query-content.tsx'
import { studioWorksPath, studioWorkPath, studioPreviewPath } from '#web/routing/studio-paths.ts'
import { seriesPath } from '#web/routing/paths.ts'
import { ButtonLink, Button } from '#web/ui/base/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState, useEffect, useRef } from 'react'
import { Link, useParams, useSearchParams, useNavigate, useBlocker } from 'react-router'
import { EpisodeForm } from './episode-form.tsx'
import { workQuery, useWorkMutation } from './queries.ts'
import { SeasonsPanel } from './seasons-panel.tsx'
import { VisibilityBadge } from './visibility-badge.tsx'
import { WorkForm } from './work-form.tsx'
import { call, apiRequest } from '#web/api/client.ts'
import { usePageActions } from '#web/features/studio/palette/palette-store.ts'
import { RescheduleForm } from '#web/features/studio/schedule/reschedule-form.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody, confirmDialog } from '#web/ui/dialog/dialog.tsx'
import { formatDateTime } from '#web/lib/format.ts'
import { catalogActionLabels } from '#web/features/studio/audit/messages.ko.ts'
import { ListContent } from '#web/features/studio/list/list-content.tsx'
import { useList } from '#web/features/studio/list/use-list.ts'
import { useAuditFormat } from '#web/features/studio/audit/audit-diff.tsx'

const { actions, tabs: tabLabels, preview, published, hidden } = studioCatalogMessages.work
const formMessages = studioCatalogMessages.form
const historyMessages = studioCatalogMessages.history

export default WorkEditorPage

const messages = studioCatalogMessages.work
const tabs = ['info', 'episodes', 'history'] as const

/** The editor of a work. */
function WorkEditorPage() {
  const id = Number(useParams()['workId'])
  const work = useQuery({ ...workQuery(id), enabled: Number.isInteger(id) && id > 0 })
  if (isApiError(work.error, 'not_found') || !(id > 0))
    return (
      <EmptyState
        icon="search"
        heading="h1"
        title={studioCatalogMessages.list.none}
        actions={<ButtonLink to={studioWorksPath}>{messages.back}</ButtonLink>}
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
  const [dirtyForms, setDirtyForms] = useState<ReadonlySet<string>>(new Set())
  useWorkPageActions(work)
  useUnsavedChangesGuard(dirtyForms.size > 0)
  const onDirty = useCallback(
    (form: string, isDirty: boolean) =>
      setDirtyForms((forms) => {
        if (forms.has(form) === isDirty) return forms
        const others = [...forms].filter((other) => other !== form)
        return new Set(isDirty ? [...others, form] : others)
      }),
    [],
  )
  const { id, title, state, is_series, seasons } = work
  const filmEpisode = is_series ? undefined : seasons[0]?.episodes[0]
  const isPublic = state === 'published' || state === 'no_video'
  return (
    <>
      <BackLink to={studioWorksPath}>{messages.back}</BackLink>
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
        <WorkForm work={work} onDirty={onDirty} />
      </div>
      <div hidden={tab !== 'episodes'}>
        {filmEpisode ? (
          <EpisodeForm work={work} episode={filmEpisode} onDirty={onDirty} />
        ) : (
          <SeasonsPanel work={work} onDirty={onDirty} />
        )}
      </div>
      {tab === 'history' && <RevisionHistory work_id={id} />}
    </>
  )
}

/** Offers in the command palette what the editor of a work does: publish, hide, schedule, preview and its tabs. */
function useWorkPageActions({ id, version, state, publish_at, is_series }: StudioWork) {
  const navigate = useNavigate()
  const change = useWorkMutation(
    (changes: Partial<WorkFields>) =>
      call(studio_catalogue.updateWork, { params: { id }, body: { version, changes } }),
    {
      invalidates: [studioKeys.schedule()],
      toast: ({ is_unpublished }) => (is_unpublished ? hidden : published),
    },
  )
  const isWaiting = state === 'scheduled'
  const canPublish = state === 'hidden' || isWaiting
  usePageActions([
    ...(canPublish
      ? [
          {
            key: 'publish',
            title: actions.publish,
            icon: 'eye' as const,
            run: () =>
              change.submit({ is_unpublished: false, ...(isWaiting && { publish_at: null }) }),
          },
          {
            key: 'schedule',
            title: actions.schedule,
            icon: 'calendar' as const,
            run: () => openScheduleDialog({ id, version, publish_at }),
          },
        ]
      : []),
    ...(state === 'hidden'
      ? []
      : [
          {
            key: 'hide',
            title: actions.hide,
            icon: 'lock' as const,
            run: () => change.submit({ is_unpublished: true }),
          },
        ]),
    { key: 'preview', title: preview, run: () => void navigate(studioPreviewPath(id)) },
    {
      key: 'episodes',
      title: is_series ? tabLabels.episodes : tabLabels.film,
      run: () => void navigate('?tab=episodes'),
    },
    { key: 'history', title: tabLabels.history, run: () => void navigate('?tab=history') },
  ])
}

function openScheduleDialog({
  id,
  version,
  publish_at,
}: Pick<StudioWork, 'id' | 'version' | 'publish_at'>) {
  void dialogs.open({ label: actions.schedule_title }, (close) => (
    <DialogBody title={actions.schedule_title} onClose={() => close()}>
      <StaffQueryProvider>
        <RescheduleForm
          item={{ kind: 'work', event: 'opens', id, version, isShown: true }}
          at={publish_at}
          onDone={() => close()}
        />
      </StaffQueryProvider>
    </DialogBody>
  ))
}

/** Asks for confirmation before leaving a page with unsaved changes by a link, history or closing the tab. */
function useUnsavedChangesGuard(isDirty: boolean) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  // A second navigation while the question is open is answered by the same dialog.
  const latest = useRef(blocker)
  useEffect(() => {
    latest.current = blocker
  })
  const isBlocked = blocker.state === 'blocked'
  useEffect(() => {
    if (!isBlocked) return
    void confirmDialog({
      title: formMessages.leave_title,
      message: formMessages.leave_detail,
      confirmLabel: formMessages.leave,
      cancelLabel: formMessages.stay,
    }).then((leave) => (leave ? latest.current.proceed?.() : latest.current.reset?.()))
  }, [isBlocked])
  useEffect(() => {
    if (!isDirty) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isDirty])
}

/** The revisions of a work, with undo where possible. */
function RevisionHistory({ work_id }: { work_id: number }) {
  const list = useList({
    endpoint: studio_catalogue.readEditHistory,
    params: { id: work_id },
    path: `${studioWorkPath(work_id)}?tab=history`,
    queryKey: (page) => studioKeys.title(work_id, 'revisions', page),
    staleTime: 0,
  })
  const undo = useWorkMutation(
    (id: number) => apiRequest(studio_catalogue.undoEdit, { params: { id }, body: {} }),
    { toast: historyMessages.undone, invalidates: [studioKeys.title(work_id)] },
  )
  return (
    <ListContent
      list={list}
      label={tabLabels.history}
      empty={{ icon: 'clock', title: historyMessages.empty, detail: historyMessages.empty_detail }}
    >
      {(entries) => (
        <ol className="divide-y divide-border">
          {entries.map((entry) => (
            <li key={entry.id} className="flex flex-wrap items-start gap-x-6 gap-y-2 py-4">
              <div className="w-40 shrink-0 text-sm">
                <p className="font-semibold">{entry.staff_name}</p>
                <time dateTime={entry.at} className="text-foreground-subtle tabular-nums">
                  {formatDateTime(entry.at)}
                </time>
              </div>
              <div className="min-w-0 grow basis-80">
                <p className="text-sm font-semibold">
                  {catalogActionLabels[entry.kind] ?? entry.kind}
                </p>
                <p className="text-sm break-keep wrap-anywhere text-foreground-subtle">
                  {[entry.subject_name, entry.reason].filter(Boolean).join(' · ')}
                </p>
                <Fields entry={entry} />
              </div>
              {entry.undo === 'open' && (
                <Button
                  variant="outline"
                  busy={undo.isPending && undo.input === entry.id}
                  onClick={() => undo.submit(entry.id)}
                >
                  {historyMessages.undo}
                  <span className="sr-only">
                    {Object.keys(entry.after ?? {})
                      .map((field) => studioCatalogMessages.fields[field])
                      .join(', ')}
                  </span>
                </Button>
              )}
              {entry.undo === 'newer' && (
                <p className="w-40 text-xs break-keep text-foreground-subtle">
                  {historyMessages.newer}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
    </ListContent>
  )
}

const maxLength = 120
const truncate = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text)

/** The changed fields with their old and new values. */
function Fields({ entry: { before, after } }: { entry: CatalogueAuditEntry }) {
  const format = useAuditFormat()
  if (!before || !after) return null
  return (
    <dl className="mt-2 space-y-1 text-sm">
      {Object.keys(after).map((field) => (
        <div key={field} className="flex gap-x-3">
          <dt className="w-20 shrink-0 text-foreground-subtle">
            {studioCatalogMessages.fields[field] ?? field}
          </dt>
          <dd className="min-w-0 break-keep wrap-anywhere">
            <del className="mr-2 text-foreground-subtle">
              {truncate(format(field, before[field]))}
            </del>
            <ins className="no-underline">{truncate(format(field, after[field]))}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
