import { studioAccess } from '#contract/core/staff-roles.ts'
import { endpoints } from '#contract/index.ts'
import {
  rowStatsDays,
  type RowStats,
  type WorkOverride,
  type Experiment,
  type ExperimentArm,
  experimentNameLength,
  experimentTreatments,
} from '#contract/recommendations/staff.ts'
import { apiRequest } from '#web/api/client.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import type { Column } from '#web/features/studio/list/data-table.tsx'
import { ReadOnlyNote } from '#web/features/studio/common/require-staff.tsx'
import { useStaffAccess } from '#web/features/studio/common/staff-access.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { QueryTable, TableSection } from '#web/features/studio/list/query-table.tsx'
import { formatCount } from '#web/lib/format-basics.ts'
import { formatDate, formatDateTime } from '#web/lib/format.ts'
import { Button } from '#web/ui/base/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { FormAlert, TextField, SelectField, Options } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { useSettled } from '#web/features/studio/common/use-settled.ts'
import { useState } from 'react'
import { studioRecommendationsMessages as messages } from './messages.ko.ts'
import { overridesQuery, overviewQuery, workSearchQuery, experimentsQuery } from './queries.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { confirmDialog } from '#web/ui/dialog/dialog.tsx'

const { studio_recommendations: calls } = endpoints

/** The figures of personal rows, the works that staff pin or exclude, and experiments. */
export default function RecommendationsPage() {
  return (
    <>
      <PageHeader title={messages.title} detail={messages.detail} />
      <ReadOnlyNote access={studioAccess.discovery_editing} />
      <div className="space-y-12">
        <RowsSection />
        <OverridesSection />
        <ExperimentsSection />
      </div>
    </>
  )
}

const formatShare = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)}%`

function RowsSection() {
  const query = useQuery(overviewQuery)
  const { model, public_works = 0, rows = [] } = query.data ?? {}
  const columns: readonly Column<RowStats>[] = [
    {
      key: 'kind',
      title: messages.row,
      className: 'md:w-2/5',
      cell: ({ kind }) => messages.kinds[kind],
    },
    {
      key: 'impressions',
      title: messages.impressions,
      numeric: true,
      cell: ({ impressions }) => formatCount(impressions),
    },
    {
      key: 'clicks',
      title: messages.clicks,
      numeric: true,
      cell: ({ clicks }) => formatCount(clicks),
    },
    {
      key: 'click_rate',
      title: messages.click_rate,
      numeric: true,
      cell: ({ clicks, impressions }) =>
        impressions > 0 ? formatShare(clicks, impressions) : messages.none,
    },
    {
      key: 'coverage',
      title: messages.coverage,
      numeric: true,
      cell: ({ works }) =>
        works === null || public_works === 0
          ? messages.none
          : messages.coverage_of(
              formatCount(works),
              formatCount(public_works),
              formatShare(works, public_works),
            ),
    },
  ]
  return (
    <TableSection
      title={messages.rows}
      note={
        <>
          {messages.rows_note(rowStatsDays)}{' '}
          {query.data &&
            (model
              ? messages.trained(formatDateTime(model.trained_at), formatCount(model.profile_count))
              : messages.untrained)}
        </>
      }
    >
      <QueryTable
        label={messages.rows}
        query={query}
        skeletonRows={4}
        columns={columns}
        rows={rows}
        keyOf={({ kind }) => kind}
      />
    </TableSection>
  )
}

/** The pinned and the excluded works, and the search for others. */
function OverridesSection() {
  const query = useQuery(overridesQuery)
  const mayChange = useStaffAccess(studioAccess.discovery_editing)
  const options = { errors: 'inline', invalidates: [studioKeys.recommendations()] } as const
  const setting = useApiMutation(
    ({ id, kind }: { id: number; kind: WorkOverride['kind'] }) =>
      apiRequest(calls.setOverride, { params: { id }, body: { kind } }),
    { ...options, toast: (_, { kind }) => messages[kind] },
  )
  const removal = useApiMutation(calls.removeOverride, { ...options, toast: messages.restored })
  const isBusy = setting.isPending || removal.isPending
  const columns: readonly Column<WorkOverride>[] = [
    { key: 'title', title: messages.work, className: 'md:w-2/5', cell: ({ title }) => title },
    { key: 'state', title: messages.state, cell: ({ kind }) => messages.states[kind] },
    {
      key: 'since',
      title: messages.since,
      numeric: true,
      cell: ({ created_at }) => formatDate(created_at),
    },
    {
      key: 'restore',
      title: '',
      bare: true,
      className: 'md:w-24',
      cell: ({ series_id, title }) => (
        <Button
          variant="ghost"
          aria-label={messages.restore_work(title)}
          aria-disabled={isBusy}
          onClick={() => removal.submit({ params: { id: series_id } })}
        >
          {messages.restore}
        </Button>
      ),
    },
  ]
  return (
    <TableSection title={messages.works} note={messages.works_note}>
      {mayChange && (
        <WorkSearch isBusy={isBusy} onSet={(id, kind) => setting.submit({ id, kind })} />
      )}
      <FormAlert>{setting.formError ?? removal.formError}</FormAlert>
      <QueryTable
        label={messages.works}
        query={query}
        skeletonRows={3}
        columns={mayChange ? columns : columns.filter(({ key }) => key !== 'restore')}
        rows={query.data?.results}
        keyOf={({ series_id }) => series_id}
        empty={
          <EmptyState icon="info" title={messages.no_works} heading="h3">
            {mayChange && messages.no_works_detail}
          </EmptyState>
        }
      />
    </TableSection>
  )
}

function WorkSearch({
  isBusy,
  onSet,
}: {
  isBusy: boolean
  onSet: (id: number, kind: WorkOverride['kind']) => void
}) {
  const [text, setText] = useState('')
  const q = useSettled(text.trim())
  const query = useQuery(workSearchQuery(q))
  const works = q === '' ? [] : (query.data?.results ?? [])
  return (
    <div className="mb-6 max-w-2xl">
      <TextField
        label={messages.search}
        type="search"
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div aria-live="polite">
        {q !== '' && query.isError && (
          <ErrorState isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
        )}
        {q !== '' && query.data?.results.length === 0 && (
          <p className="mt-3 text-sm text-foreground-subtle">{messages.not_found}</p>
        )}
      </div>
      {works.length > 0 && (
        <ul aria-label={messages.found} className="mt-2 divide-y divide-border">
          {works.map(({ id, title }) => (
            <li key={id} className="flex items-center gap-2 py-2">
              <span className="min-w-0 grow truncate">{title}</span>
              <Button
                variant="ghost"
                aria-label={messages.pin_work(title)}
                aria-disabled={isBusy}
                onClick={() => onSet(id, 'pinned')}
              >
                {messages.pin}
              </Button>
              <Button
                variant="ghost"
                aria-label={messages.exclude_work(title)}
                aria-disabled={isBusy}
                onClick={() => onSet(id, 'excluded')}
              >
                {messages.exclude}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const inline = { errors: 'inline', invalidates: [studioKeys.recommendations()] } as const

/** The experiments with their figures, and the form of the next one. */
function ExperimentsSection() {
  const query = useQuery(experimentsQuery)
  const mayChange = useStaffAccess(studioAccess.discovery_editing)
  const ending = useApiMutation(calls.endExperiment, { ...inline, toast: messages.ended })
  const experiments = query.data?.results ?? []
  const isRunning = experiments.some(({ ended_at }) => ended_at === null)

  async function end({ id, name }: Experiment) {
    const isConfirmed = await confirmDialog({
      title: messages.end_named(name),
      message: messages.end_detail,
      confirmLabel: messages.end,
    })
    if (isConfirmed) ending.submit({ params: { id } })
  }

  const columns: readonly Column<Experiment>[] = [
    {
      key: 'name',
      title: messages.name,
      className: 'md:w-1/4',
      cell: ({ name, treatment }) => (
        <>
          <span className="block font-semibold">{name}</span>
          <span className="text-foreground-subtle">{messages.treatments[treatment]}</span>
        </>
      ),
    },
    {
      key: 'period',
      title: messages.period,
      cell: ({ started_at, ended_at }) =>
        `${formatDate(started_at)} – ${ended_at ? formatDate(ended_at) : messages.running}`,
    },
    {
      key: 'control',
      title: messages.control,
      numeric: true,
      cell: (row) => minutesOf(row, 'control'),
    },
    {
      key: 'treated',
      title: messages.treated,
      numeric: true,
      cell: (row) => minutesOf(row, 'treatment'),
    },
    { key: 'difference', title: messages.difference, numeric: true, cell: differenceOf },
    {
      key: 'end',
      title: messages.end,
      bare: true,
      cell: (row) =>
        row.ended_at === null && (
          <Button
            variant="ghost"
            aria-label={messages.end_named(row.name)}
            aria-disabled={ending.isPending}
            onClick={() => void end(row)}
          >
            {messages.end}
          </Button>
        ),
    },
  ]
  return (
    <TableSection title={messages.experiments} note={messages.experiments_note}>
      {mayChange && query.data && !isRunning && <ExperimentForm />}
      <FormAlert>{ending.formError}</FormAlert>
      <QueryTable
        label={messages.experiments}
        query={query}
        skeletonRows={3}
        columns={mayChange ? columns : columns.filter(({ key }) => key !== 'end')}
        rows={experiments}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="info" title={messages.no_experiments} heading="h3">
            {mayChange && messages.no_experiments_detail}
          </EmptyState>
        }
      />
    </TableSection>
  )
}

function ExperimentForm() {
  const { field, submit, isIncomplete, isSubmitting, formError } = useMutationForm(
    calls.startExperiment,
    {
      defaultValues: { name: '', treatment: 'taste_only' },
      labels: { name: messages.name },
      messageOf: (cause) =>
        isApiError(cause, 'conflict') ? messages.conflict : errorMessage(cause),
      invalidates: inline.invalidates,
      toast: messages.started,
    },
  )
  return (
    <>
      <form
        className="mb-6 grid max-w-3xl items-start gap-3 md:grid-cols-[1fr_1fr_auto]"
        noValidate
        onSubmit={submit}
      >
        <TextField
          label={messages.name}
          required
          maxLength={experimentNameLength.max}
          {...field('name')}
        />
        <SelectField label={messages.treatment} {...field('treatment')}>
          <Options values={experimentTreatments} names={messages.treatments} />
        </SelectField>
        <Button
          type="submit"
          variant="primary"
          className="md:mt-7 md:min-h-12"
          busy={isSubmitting}
          incomplete={isIncomplete}
        >
          {messages.start}
        </Button>
      </form>
      <FormAlert>{formError}</FormAlert>
    </>
  )
}

function minutesOf({ arms }: Experiment, of: ExperimentArm) {
  const { minutes = 0, profiles = 0 } = arms.find(({ arm }) => arm === of) ?? {}
  return messages.minutes(minutes.toFixed(1), formatCount(profiles))
}

const signed = (minutes: number) => `${minutes > 0 ? '+' : ''}${minutes.toFixed(1)}`

function differenceOf({ comparison }: Experiment) {
  if (!comparison) return messages.too_few
  const { difference, low, high } = comparison
  return messages.interval(signed(difference), signed(low), signed(high))
}
