import { endpoints } from '#contract/index.ts'
import {
  type CuratedRow,
  maxHomeRows,
  maxHeroWorks,
  type StudioHomeCuration,
} from '#contract/contents/staff/home-curation.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { type Column, DataTable } from '#web/features/studio/list/data-table.tsx'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { studioHomePreviewPath } from '#web/routing/studio-paths.ts'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button, ButtonLink } from '#web/ui/base/button.tsx'
import { MoveButtons, moveItem } from '#web/ui/forms/move-buttons.tsx'
import { confirmDialog, DialogBody, DialogFooter } from '#web/ui/dialog/dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { homeCurationMessages as messages } from './messages.ko.ts'
import {
  formatPeriod,
  periodState,
  PeriodFields,
  isEmptyPeriod,
  type Period,
} from './period-fields.tsx'
import { HomeNow } from './home-now.tsx'
import { curationQuery, editOptions } from './queries.ts'
import { WorkPicture } from './work-picture.tsx'
import {
  confirmDiscard,
  openRowDialog,
  type PickedWork,
  useDraftChanges,
  Warning,
  WorkPicker,
} from './row-dialog.tsx'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { focusUnreadableField } from '#web/ui/forms/unreadable-fields.ts'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'

const { studio_home_curation: calls } = endpoints

/** The page that arranges home: the works of the hero, the editorial card and rows. */
export default function HomeCurationPage() {
  const query = useQuery(curationQuery)
  const now = useNow()
  return (
    <>
      <PageHeader
        title={messages.title}
        detail={messages.detail}
        actions={
          <ButtonLink to={studioHomePreviewPath} icon="monitor">
            {messages.preview}
          </ButtonLink>
        }
      />
      <QueryContent query={query} skeletonRows={5}>
        {(curation) => (
          <div className="space-y-12">
            <HomeNow />
            <ScenesSection curation={curation} now={now} />
            <RowsSection rows={curation.rows} now={now} />
          </div>
        )}
      </QueryContent>
    </>
  )
}

/** The current time in milliseconds, at least every ten seconds, so that states follow the schedule. */
function useNow() {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

function RowsSection({ rows, now }: { rows: readonly CuratedRow[]; now: number }) {
  const ordering = useApiMutation(calls.reorderRows, { ...editOptions, toast: messages.reordered })
  const deletion = useApiMutation(calls.deleteRow, { ...editOptions, toast: messages.deleted })
  const isBusy = ordering.isPending || deletion.isPending
  const ids = rows.map(({ id }) => id)
  const move = ({ id }: CuratedRow, by: -1 | 1) =>
    ordering.submit({ body: { from: ids, to: moveItem(ids, ids.indexOf(id), by) } })

  async function remove({ id, version, title }: CuratedRow) {
    const isConfirmed = await confirmDialog({
      title: messages.delete_row(title),
      message: messages.delete_detail,
      confirmLabel: messages.delete,
    })
    if (isConfirmed) deletion.submit({ params: { id }, query: { version } })
  }

  const columns: readonly Column<CuratedRow>[] = [
    {
      key: 'title',
      title: messages.row,
      className: 'md:w-1/3',
      cell: (row) => <RowSummary row={row} />,
    },
    { key: 'place', title: messages.place, cell: ({ after_row }) => messages.anchors[after_row] },
    { key: 'period', title: messages.period, cell: formatPeriod },
    {
      key: 'state',
      title: messages.state,
      cell: (row) => {
        const state = periodState(row, row.is_on, now)
        return (
          <Badge tone={state === 'shown' ? 'success' : 'neutral'}>{messages.states[state]}</Badge>
        )
      },
    },
    {
      key: 'actions',
      title: messages.actions,
      bare: true,
      cell: (row) => (
        <div className="-my-2 flex flex-wrap items-center md:justify-end">
          <MoveButtons
            name={row.title}
            index={ids.indexOf(row.id)}
            count={ids.length}
            disabled={isBusy}
            onMove={(by) => move(row, by)}
          />
          <Button
            variant="ghost"
            aria-label={messages.edit_row(row.title)}
            onClick={() => void openRowDialog(row)}
          >
            {messages.edit}
          </Button>
          <Button
            variant="ghost"
            aria-label={messages.delete_row(row.title)}
            aria-disabled={isBusy}
            onClick={() => void remove(row)}
          >
            {messages.delete}
          </Button>
        </div>
      ),
    },
  ]
  return (
    <section aria-labelledby="rows-title">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="rows-title" className="text-lg font-bold">
          {messages.rows}
        </h2>
        <Button
          variant="primary"
          icon="plus"
          disabled={rows.length >= maxHomeRows}
          onClick={() => void openRowDialog(null)}
        >
          {messages.add}
        </Button>
      </div>
      <p className="mt-1 mb-4 text-sm text-foreground-subtle">{messages.rows_note(maxHomeRows)}</p>
      <FormAlert className="mb-4">{ordering.formError ?? deletion.formError}</FormAlert>
      {rows.length === 0 ? (
        <EmptyState icon="info" title={messages.no_rows} heading="h3">
          {messages.no_rows_detail}
        </EmptyState>
      ) : (
        <DataTable label={messages.rows} columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
    </section>
  )
}

function RowSummary({ row: { title, subtitle, works } }: { row: CuratedRow }) {
  const count = messages.works_count(works.length)
  return (
    <>
      <span className="block font-semibold">{title}</span>
      <span className="text-foreground-subtle">
        {subtitle === null ? count : `${subtitle} · ${count}`}
      </span>
      <span className="mt-2 flex gap-1">
        {works.slice(0, 6).map(({ series_id, poster_url, poster_color }) => (
          <WorkPicture key={series_id} url={poster_url} color={poster_color} />
        ))}
      </span>
    </>
  )
}

/** The works of the hero and of the editorial card. */
function ScenesSection({ curation, now }: { curation: StudioHomeCuration; now: number }) {
  const { hero, editorial } = curation
  return (
    <section aria-labelledby="scenes-title">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="scenes-title" className="text-lg font-bold">
          {messages.scenes}
        </h2>
        <Button
          aria-label={messages.edit_scenes_named}
          onClick={() => void openScenesDialog(curation)}
        >
          {messages.edit_scenes}
        </Button>
      </div>
      <p className="mt-1 mb-4 text-sm text-foreground-subtle">{messages.scenes_note}</p>
      <dl className="max-w-3xl text-sm">
        <dt className="font-semibold">{messages.hero}</dt>
        <dd className="mt-1 mb-4">
          {hero.length === 0 && messages.hero_empty}
          <ol className="divide-y divide-border">
            {hero.map((work) => {
              const state = periodState(work, true, now)
              return (
                <li key={work.series_id} className="flex flex-wrap items-center gap-x-3 py-2">
                  <WorkPicture url={work.poster_url} color={work.poster_color} />
                  <span className="font-medium">{work.title}</span>
                  {/* Home leaves out a work without a scene: the warning says so. */}
                  {(work.has_scene || state !== 'shown') && (
                    <Badge tone={state === 'shown' ? 'success' : 'neutral'}>
                      {messages.states[state]}
                    </Badge>
                  )}
                  <span className="text-foreground-subtle">{formatPeriod(work)}</span>
                  <Warning work={work} needsScene />
                </li>
              )
            })}
          </ol>
        </dd>
        <dt className="font-semibold">{messages.editorial}</dt>
        <dd className="mt-1">
          {editorial ? (
            <span className="flex items-center gap-3">
              <WorkPicture url={editorial.poster_url} color={editorial.poster_color} />
              {editorial.title}
            </span>
          ) : (
            messages.editorial_empty
          )}
          {editorial && <Warning work={editorial} needsScene />}
        </dd>
      </dl>
    </section>
  )
}

function openScenesDialog(curation: StudioHomeCuration) {
  let isChanged = false
  return dialogs.open<null>(
    { label: messages.scenes, wide: true, confirmDismiss: () => confirmDiscard(isChanged) },
    (close) => (
      <StaffQueryProvider>
        <ScenesForm
          curation={curation}
          onChange={(to) => (isChanged = to)}
          onDone={() => close(null)}
        />
      </StaffQueryProvider>
    ),
  )
}

function ScenesForm({
  curation,
  onChange,
  onDone,
}: {
  curation: StudioHomeCuration
  onChange: (isChanged: boolean) => void
  onDone: () => void
}) {
  const [hero, setHero] = useState<(PickedWork & Period)[]>(curation.hero)
  const [editorial, setEditorial] = useState<PickedWork[]>(
    curation.editorial ? [curation.editorial] : [],
  )
  useDraftChanges([hero, editorial], onChange)
  const saving = useApiMutation(calls.setScenes, {
    ...editOptions,
    toast: messages.saved,
    onSuccess: onDone,
  })
  const save = () =>
    saving.submit({
      body: {
        version: curation.version,
        hero: hero.map(({ series_id, starts_at, ends_at }) => ({ series_id, starts_at, ends_at })),
        editorial_series_id: editorial[0]?.series_id ?? null,
      },
    })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!focusUnreadableField(event.currentTarget) && !hero.some(isEmptyPeriod)) save()
      }}
    >
      <DialogBody title={messages.scenes} onClose={dialogs.dismissTop}>
        <WorkPicker
          label={messages.hero}
          value={hero}
          max={maxHeroWorks}
          needsScene
          create={(work) => ({ ...work, starts_at: null, ends_at: null })}
          extra={(work) => (
            <PeriodFields
              value={work}
              name={work.title}
              onChange={(period) =>
                setHero((works) =>
                  works.map((other) =>
                    other.series_id === work.series_id
                      ? { ...other, starts_at: period.starts_at, ends_at: period.ends_at }
                      : other,
                  ),
                )
              }
            />
          )}
          onChange={setHero}
        />
        <WorkPicker
          label={messages.editorial}
          value={editorial}
          max={1}
          needsScene
          create={(work) => work}
          onChange={setEditorial}
        />
        <DialogFooter>
          <FormAlert className="mb-3">{saving.formError}</FormAlert>
          <Button type="submit" variant="primary" className="w-full" busy={saving.isPending}>
            {messages.save}
          </Button>
        </DialogFooter>
      </DialogBody>
    </form>
  )
}
