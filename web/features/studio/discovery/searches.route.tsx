import { studioAccess } from '#contract/core/staff-roles.ts'
import {
  studio_search as calls,
  type ClickedQuery,
  type PopularTerm,
  type SearchMiss,
  type SearchSynonym,
  synonymLength,
} from '#contract/search/staff.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { type Column, DataTable } from '#web/features/studio/list/data-table.tsx'
import { ReadOnlyNote } from '#web/features/studio/common/require-staff.tsx'
import { useStaffAccess } from '#web/features/studio/common/staff-access.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { ListTable } from '#web/features/studio/list/list-table.tsx'
import { useList } from '#web/features/studio/list/use-list.ts'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { QueryTable, TableSection } from '#web/features/studio/list/query-table.tsx'
import { formatDate } from '#web/lib/format.ts'
import { studioSearchesPath } from '#web/routing/studio-paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Checkbox, FormAlert, TextField } from '#web/ui/forms/form-controls.tsx'
import { useQuery } from '@tanstack/react-query'
import { studioSearchMessages as messages } from './messages.ko.ts'
import { clickOrderQuery, popularTermsQuery, synonymsQuery } from './queries.ts'

/** Searches that found nothing, the synonyms that staff add for them, and the order by clicks. */
export default function SearchesPage() {
  const form = useMutationForm(calls.createSynonym, {
    ...synonymOptions,
    defaultValues: { term: '', replacement: '' },
    labels: { term: messages.term, replacement: messages.replacement },
    toast: messages.added,
    onSuccess(): void {
      form.form.reset()
    },
  })
  return (
    <>
      <PageHeader title={messages.title} detail={messages.detail} />
      <ReadOnlyNote access={studioAccess.discovery_editing} />
      <div className="space-y-12">
        <Synonyms form={form} />
        <Misses
          onUse={(missed) => {
            form.form.setValue('term', missed)
            form.form.setFocus('replacement')
          }}
        />
        <PopularTerms />
        <ClickOrder />
      </div>
    </>
  )
}

const synonymOptions = {
  messageOf: (cause: unknown) =>
    isApiError(cause, 'conflict') ? messages.conflict : errorMessage(cause),
  invalidates: [studioKeys.searches()],
} as const

type SynonymForm = ReturnType<typeof useMutationForm<typeof calls.createSynonym>>

function Synonyms({
  form: { field, submit, isIncomplete, isSubmitting, formError },
}: {
  form: SynonymForm
}) {
  const query = useQuery(synonymsQuery)
  const mayChange = useStaffAccess(studioAccess.discovery_editing)
  const removal = useApiMutation(calls.removeSynonym, {
    ...synonymOptions,
    errors: 'inline',
    toast: messages.removed,
  })
  const columns: readonly Column<SearchSynonym>[] = [
    { key: 'term', title: messages.term, className: 'md:w-2/5', cell: (row) => row.term },
    { key: 'replacement', title: messages.replacement, cell: (row) => row.replacement },
    {
      key: 'remove',
      title: '',
      bare: true,
      className: 'md:w-24',
      cell: ({ id, term: removed }) => (
        <Button
          variant="ghost"
          aria-label={messages.remove_term(removed)}
          aria-disabled={removal.isPending}
          onClick={() => removal.submit({ params: { id } })}
        >
          {messages.remove}
        </Button>
      ),
    },
  ]
  return (
    <TableSection title={messages.synonyms} note={messages.synonyms_note}>
      {mayChange && (
        <form
          className="mb-6 grid max-w-2xl items-start gap-3 md:grid-cols-[1fr_1fr_auto]"
          noValidate
          onSubmit={submit}
        >
          <TextField
            label={messages.term}
            required
            maxLength={synonymLength.max}
            {...field('term')}
          />
          <TextField
            label={messages.replacement}
            required
            maxLength={synonymLength.max}
            {...field('replacement')}
          />
          <Button
            type="submit"
            variant="primary"
            className="md:mt-7 md:min-h-12"
            busy={isSubmitting}
            incomplete={isIncomplete}
          >
            {messages.add}
          </Button>
        </form>
      )}
      <FormAlert>{formError ?? removal.formError}</FormAlert>
      <QueryTable
        label={messages.synonyms}
        query={query}
        skeletonRows={4}
        columns={mayChange ? columns : columns.filter(({ key }) => key !== 'remove')}
        rows={query.data}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="info" title={messages.no_synonyms} heading="h3">
            {mayChange && messages.no_synonyms_detail}
          </EmptyState>
        }
      />
    </TableSection>
  )
}

function Misses({ onUse }: { onUse: (term: string) => void }) {
  const mayChange = useStaffAccess(studioAccess.discovery_editing)
  const list = useList({
    endpoint: calls.listMisses,
    path: studioSearchesPath,
    queryKey: (page) => studioKeys.searches('misses', page),
  })
  const columns: readonly Column<SearchMiss>[] = [
    { key: 'term', title: messages.term, className: 'md:w-2/5', cell: (row) => row.term },
    {
      key: 'count',
      title: messages.count,
      numeric: true,
      cell: (row) => messages.times(row.count),
    },
    {
      key: 'last_day',
      title: messages.last_day,
      numeric: true,
      cell: (row) => formatDate(row.last_day),
    },
    {
      key: 'replacement',
      title: messages.replacement,
      cell: (row) =>
        row.replacement ??
        (mayChange && (
          <Button
            variant="ghost"
            aria-label={messages.use_term(row.term)}
            onClick={() => onUse(row.term)}
          >
            {messages.use}
          </Button>
        )),
    },
  ]
  return (
    <TableSection title={messages.misses} note={messages.misses_note}>
      <ListTable
        list={list}
        label={messages.misses}
        columns={columns}
        keyOf={({ term }) => term}
        empty={{
          icon: 'search',
          title: messages.no_misses,
          detail: messages.no_misses_detail,
          heading: 'h3',
        }}
      />
    </TableSection>
  )
}

/** The popular terms, which staff can hide. */
function PopularTerms() {
  const query = useQuery(popularTermsQuery)
  const mayChange = useStaffAccess(studioAccess.discovery_editing)
  const hiding = useApiMutation(calls.setTermHidden, {
    errors: 'inline',
    invalidates: [studioKeys.searches()],
    toast: (_, { body }) => (body.is_hidden ? messages.term_hidden : messages.term_shown),
  })
  const columns: readonly Column<PopularTerm>[] = [
    { key: 'term', title: messages.term, className: 'md:w-2/5', cell: (row) => row.term },
    {
      key: 'state',
      title: messages.state,
      cell: (row) => (row.is_hidden ? messages.hidden : messages.shown),
    },
    {
      key: 'change',
      title: '',
      bare: true,
      className: 'md:w-32',
      cell: ({ term, is_hidden }) =>
        mayChange && (
          <Button
            variant="ghost"
            aria-label={is_hidden ? messages.show_term(term) : messages.hide_term(term)}
            aria-disabled={hiding.isPending}
            onClick={() => hiding.submit({ body: { term, is_hidden: !is_hidden } })}
          >
            {is_hidden ? messages.show : messages.hide}
          </Button>
        ),
    },
  ]
  return (
    <TableSection title={messages.popular} note={messages.popular_note}>
      <FormAlert>{hiding.formError}</FormAlert>
      <QueryTable
        label={messages.popular}
        query={query}
        skeletonRows={4}
        columns={columns}
        rows={query.data}
        keyOf={({ term }) => term}
        empty={<EmptyState icon="search" title={messages.no_popular} heading="h3" />}
      />
    </TableSection>
  )
}

type Row = { prefix: string } & ClickedQuery['works'][number]

const placeOf = ({ place_before, place }: Row) => {
  if (place_before === null || place === null) return messages.no_place
  return place > place_before
    ? messages.fall(place_before, place)
    : messages.rise(place_before, place)
}

const clickColumns: readonly Column<Row>[] = [
  { key: 'prefix', title: messages.term, cell: (row) => row.prefix },
  { key: 'series', title: messages.series, cell: (row) => row.title },
  { key: 'place', title: messages.place, cell: placeOf },
  {
    key: 'reason',
    title: messages.reason,
    cell: ({ clicks, weight }) => messages.clicks(clicks, weight),
  },
]

/** The queries whose results follow clicks: which works moved, and why. */
function ClickOrder() {
  const query = useQuery(clickOrderQuery)
  const mayChange = useStaffAccess(studioAccess.discovery_editing)
  const setting = useApiMutation(calls.setClickOrder, {
    errors: 'inline',
    invalidates: [studioKeys.searches()],
    toast: (_, { body }) => (body.is_on ? messages.click_order_on : messages.click_order_off),
  })
  const rows = query.data?.queries.flatMap(({ prefix, works }) =>
    works.map((work): Row => ({ prefix, ...work })),
  )
  return (
    <TableSection title={messages.click_order} note={messages.click_order_note}>
      <QueryContent query={query} skeletonRows={4}>
        {({ is_on }) => (
          <>
            <Checkbox
              label={messages.order_by_clicks}
              checked={is_on}
              disabled={!mayChange}
              onChange={({ target }) => setting.submit({ body: { is_on: target.checked } })}
            />
            <FormAlert>{setting.formError}</FormAlert>
            <div className="mt-4">
              {rows?.length === 0 ? (
                <EmptyState icon="info" title={messages.no_clicks} heading="h3">
                  {messages.no_clicks_detail}
                </EmptyState>
              ) : (
                <DataTable
                  label={messages.click_order}
                  columns={clickColumns}
                  rows={rows ?? []}
                  keyOf={({ prefix, series_id }) => `${prefix} ${series_id}`}
                />
              )}
            </div>
          </>
        )}
      </QueryContent>
    </TableSection>
  )
}
