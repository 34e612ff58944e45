import { homeAnchors } from '#contract/contents/home-anchors.ts'
import { endpoints } from '#contract/index.ts'
import {
  type CuratedRow,
  maxRowWorks,
  rowSubtitleLength,
  rowTitleLength,
  type CuratedWork,
} from '#contract/contents/staff/home-curation.ts'
import { apiRequest } from '#web/api/client.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { MoveButtons, moveItem } from '#web/ui/forms/move-buttons.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import {
  confirmDialog,
  DialogBody,
  DialogFooter,
  withInitialFocus,
} from '#web/ui/dialog/dialog.tsx'
import { FormAlert, SelectField, Switch, TextField, Options } from '#web/ui/forms/form-controls.tsx'
import { useSettled } from '#web/features/studio/common/use-settled.ts'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import { homeCurationMessages as messages } from './messages.ko.ts'
import { PeriodFields, isEmptyPeriod } from './period-fields.tsx'
import { editOptions } from './queries.ts'
import { WorkPicture } from './work-picture.tsx'
import { workSearchQuery } from '#web/features/studio/discovery/queries.ts'
import { useQuery } from '@tanstack/react-query'

const { studio_home_curation: calls } = endpoints

/** Edits a row, or makes one. */
export const openRowDialog = (row: CuratedRow | null) => {
  const label = row ? messages.edit_title : messages.add_title
  let isChanged = false
  return dialogs.open<null>(
    { label, wide: true, confirmDismiss: () => confirmDiscard(isChanged) },
    (close) => (
      <StaffQueryProvider>
        <RowForm
          row={row}
          label={label}
          onChange={(to) => (isChanged = to)}
          onDone={() => close(null)}
        />
      </StaffQueryProvider>
    ),
  )
}

/** Asks before a dialog is closed with unsaved changes. */
export const confirmDiscard = async (isChanged: boolean): Promise<boolean> =>
  !isChanged ||
  confirmDialog({
    title: messages.discard_title,
    message: messages.discard_detail,
    confirmLabel: messages.discard,
    cancelLabel: messages.keep_editing,
  })

/** Reports whether `fields` differ from their first values. */
export function useDraftChanges(fields: unknown, onChange: (isChanged: boolean) => void): void {
  const text = JSON.stringify(fields)
  const [initial] = useState(text)
  useEffect(() => {
    onChange(text !== initial)
  })
}

/** The fields of a row; the form changes `row`, or makes one. */
const useRowFields = (row: CuratedRow | null, onSuccess: () => void) =>
  useMutationForm(calls.createRow, {
    defaultValues: {
      title: row?.title ?? '',
      subtitle: row?.subtitle ?? '',
      after_row: row?.after_row ?? 'ranked',
      is_on: row?.is_on ?? false,
      starts_at: row?.starts_at ?? null,
      ends_at: row?.ends_at ?? null,
      series_ids: row?.works.map(({ series_id }) => series_id) ?? [],
    },
    labels: { title: messages.row_title, series_ids: messages.works },
    validate: (period) =>
      isEmptyPeriod(period) ? [{ field: 'ends_at', code: 'invalid_format' }] : [],
    errorMessages: (name) => (name === 'ends_at' ? messages.ends_first : undefined),
    invalidates: editOptions.invalidates,
    messageOf: editOptions.messageOf,
    toast: messages.saved,
    onSuccess,
    send(body) {
      return row
        ? apiRequest(calls.updateRow, {
            params: { id: row.id },
            body: { ...body, version: row.version },
          })
        : apiRequest(calls.createRow, { body })
    },
  })

function RowForm({
  row,
  label,
  onChange,
  onDone,
}: {
  row: CuratedRow | null
  label: string
  onChange: (isChanged: boolean) => void
  onDone: () => void
}) {
  const [works, setWorks] = useState<PickedWork[]>(row?.works ?? [])
  const { form, field, control, submit, isIncomplete, isSubmitting, formError } = useRowFields(
    row,
    onDone,
  )
  const { isDirty } = form.formState
  useEffect(() => {
    onChange(isDirty)
  }, [isDirty, onChange])
  const starts = control('starts_at')
  const ends = control('ends_at')
  const ids = control('series_ids')
  const isOn = control('is_on')
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody title={label} onClose={dialogs.dismissTop}>
        <TextField
          label={messages.row_title}
          required
          maxLength={rowTitleLength.max}
          autoComplete="off"
          {...withInitialFocus(field('title'))}
        />
        <TextField
          label={messages.subtitle}
          maxLength={rowSubtitleLength.max}
          autoComplete="off"
          {...field('subtitle')}
        />
        <SelectField label={messages.after_row} {...field('after_row')}>
          <Options values={homeAnchors} names={messages.anchors} />
        </SelectField>
        <PeriodFields
          value={{ starts_at: starts.value, ends_at: ends.value }}
          onChange={({ starts_at, ends_at }) => {
            starts.onValue(starts_at)
            ends.onValue(ends_at)
          }}
        />
        <WorkPicker
          label={messages.works}
          value={works}
          max={maxRowWorks}
          error={ids.error}
          create={(work) => work}
          onChange={(picked) => {
            setWorks(picked)
            ids.onValue(picked.map(({ series_id }) => series_id))
          }}
        />
        <Switch
          label={
            <span>
              {messages.is_on}
              <span className="block text-sm text-foreground-subtle">{messages.is_on_note}</span>
            </span>
          }
          checked={isOn.value ?? false}
          onChange={({ target }) => isOn.onValue(target.checked)}
        />
        <DialogFooter>
          <FormAlert className="mb-3">{formError}</FormAlert>
          <Button
            type="submit"
            variant="primary"
            className="w-full"
            busy={isSubmitting}
            incomplete={isIncomplete}
          >
            {messages.save}
          </Button>
        </DialogFooter>
      </DialogBody>
    </form>
  )
}

/** A work in the picker; search results have no flags yet. */
export type PickedWork = Pick<CuratedWork, 'series_id' | 'title' | 'poster_url' | 'poster_color'> &
  Partial<CuratedWork>

type PickedWorksProps<W extends PickedWork> = {
  label: string
  value: readonly W[]
  max: number
  /** Whether the place shows only public works with a wide picture. */
  needsScene?: boolean
  /** Rendered below a work. */
  extra?: ((work: W) => ReactNode) | undefined
  onChange: (works: W[]) => void
}

/** An ordered list of works, and the search for others. */
export function WorkPicker<W extends PickedWork>({
  label,
  value,
  max,
  needsScene = false,
  error,
  create,
  extra,
  onChange,
}: PickedWorksProps<W> & {
  error?: string | undefined
  /** Makes the entry of a work that was found. */
  create: (work: PickedWork) => W
}) {
  return (
    <fieldset className="mb-4 min-w-0">
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      <PickedWorks
        label={label}
        value={value}
        max={max}
        needsScene={needsScene}
        extra={extra}
        onChange={onChange}
      />
      {value.length < max ? (
        <WorkSearch
          value={value}
          error={error}
          onPick={(work) => onChange([...value, create(work)])}
        />
      ) : (
        max > 1 && <p className="text-sm text-foreground-subtle">{messages.full(max)}</p>
      )}
    </fieldset>
  )
}

function PickedWorks<W extends PickedWork>({
  label,
  value,
  max,
  needsScene = false,
  extra,
  onChange,
}: PickedWorksProps<W>) {
  /** The index of the work that the mouse drags; the buttons are for keys and fingers. */
  const [dragged, setDragged] = useState<number | null>(null)
  return (
    <>
      {value.length > 1 && (
        <p className="mb-1 text-sm text-foreground-subtle pointer-coarse:hidden">{messages.drag}</p>
      )}
      {value.length > 0 && (
        <ol aria-label={label} className="mb-3 divide-y divide-border">
          {value.map((work, index) => (
            <li
              key={work.series_id}
              className={`py-1 ${dragged === index ? 'opacity-50' : ''}`}
              draggable={max > 1}
              onDragStart={() => setDragged(index)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => dragged !== null && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                if (dragged !== null) onChange(moveItem(value, dragged, index - dragged))
                setDragged(null)
              }}
            >
              <div className="flex items-center gap-2">
                <WorkPicture url={work.poster_url} color={work.poster_color} />
                <span className="min-w-0 grow">
                  <span className="block truncate text-foreground">{work.title}</span>
                  <Warning work={work} needsScene={needsScene} />
                </span>
                {max > 1 && (
                  <MoveButtons
                    name={work.title}
                    index={index}
                    count={value.length}
                    onMove={(by) => onChange(moveItem(value, index, by))}
                  />
                )}
                <IconButton
                  icon="close"
                  label={messages.remove(work.title)}
                  onClick={() => onChange(value.filter((other) => other !== work))}
                />
              </div>
              {extra?.(work)}
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

/** Finds works that are not picked yet. */
function WorkSearch({
  value,
  error,
  onPick,
}: {
  value: readonly PickedWork[]
  error: string | undefined
  onPick: (work: PickedWork) => void
}) {
  const [text, setText] = useState('')
  const q = useSettled(text.trim())
  const query = useQuery(workSearchQuery(q))
  const chosen = new Set(value.map(({ series_id }) => series_id))
  const found = q === '' ? [] : (query.data?.results ?? []).filter(({ id }) => !chosen.has(id))
  return (
    <>
      <TextField
        label={messages.search}
        type="search"
        autoComplete="off"
        maxLength={100}
        value={text}
        error={error}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <p aria-live="polite" className="text-sm text-foreground-subtle empty:hidden">
        {q !== '' && query.data?.results.length === 0 && messages.not_found}
      </p>
      {q !== '' && query.isError && (
        <ErrorState isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
      )}
      {found.length > 0 && (
        <ul aria-label={messages.found} className="divide-y divide-border">
          {found.map(({ id, title, poster_url, poster_color }) => (
            <li key={id} className="flex items-center gap-3 py-1">
              <WorkPicture url={poster_url} color={poster_color} />
              <span className="min-w-0 grow truncate">{title}</span>
              <Button
                variant="ghost"
                aria-label={messages.add_work(title)}
                onClick={() => onPick({ series_id: id, title, poster_url, poster_color })}
              >
                {messages.add_short}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Why home does not show a work, if it does not. */
export function Warning({ work, needsScene }: { work: PickedWork; needsScene: boolean }) {
  const text =
    work.is_shown === false
      ? messages.hidden
      : needsScene && work.has_scene === false
        ? messages.no_scene
        : null
  return text && <span className="block text-sm text-danger">{text}</span>
}
