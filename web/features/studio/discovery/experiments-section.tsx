import { studioAccess } from '#contract/core/staff-roles.ts'
import { endpoints } from '#contract/index.ts'
import {
  type Experiment,
  type ExperimentArm,
  experimentNameLength,
  experimentTreatments,
  type ExperimentTreatment,
} from '#contract/studio/recommendations.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import type { Column } from '#web/features/studio/common/data-table.tsx'
import { useStaffAccess } from '#web/features/studio/common/staff-access.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { QueryTable, TableSection } from '#web/features/studio/table/query-table.tsx'
import { formatCount } from '#web/lib/format-basics.ts'
import { formatDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/base/button.tsx'
import { confirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { FormAlert, SelectField, TextField } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { studioRecommendationsMessages as messages } from './messages.ko.ts'
import { experimentsQuery } from './queries.ts'

const { studio_recommendations: calls } = endpoints

const inline = { errors: 'inline', invalidates: [studioKeys.recommendations()] } as const

/** The experiments with their figures, and the form of the next one. */
export function ExperimentsSection() {
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
            disabled={ending.isPending}
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
  const [name, setName] = useState('')
  const [treatment, setTreatment] = useState<ExperimentTreatment>('taste_only')
  const starting = useApiMutation(calls.startExperiment, {
    ...inline,
    toast: messages.started,
    messageOf: (cause) => (isApiError(cause, 'conflict') ? messages.conflict : errorMessage(cause)),
  })
  return (
    <>
      <form
        className="mb-6 grid max-w-3xl items-start gap-3 md:grid-cols-[1fr_1fr_auto]"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          starting.submit({ body: { name: name.trim(), treatment } })
        }}
      >
        <TextField
          label={messages.name}
          value={name}
          maxLength={experimentNameLength.max}
          onChange={({ target }) => setName(target.value)}
        />
        <SelectField
          label={messages.treatment}
          value={treatment}
          onChange={({ target }) => setTreatment(target.value as ExperimentTreatment)}
        >
          {experimentTreatments.map((value) => (
            <option key={value} value={value}>
              {messages.treatments[value]}
            </option>
          ))}
        </SelectField>
        <Button
          type="submit"
          variant="primary"
          className="md:mt-7.25 md:min-h-12"
          busy={starting.isPending}
          disabled={name.trim() === ''}
        >
          {messages.start}
        </Button>
      </form>
      <FormAlert>{starting.formError}</FormAlert>
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
