import { homeAnchors, type HomeAnchor } from '#contract/contents/home-anchors.ts'
import { endpoints } from '#contract/index.ts'
import {
  type CuratedRow,
  maxRowWorks,
  rowSubtitleLength,
  rowTitleLength,
} from '#contract/studio/home-curation.ts'
import { apiRequest } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { MemberQueryProvider } from '#web/session/member-query-client.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody, DialogFooter, initialFocusRef } from '#web/ui/dialog/dialog.tsx'
import { FormAlert, SelectField, Switch, TextField } from '#web/ui/forms/form-controls.tsx'
import { useMissingFields } from '#web/ui/forms/use-missing-fields.ts'
import { useState } from 'react'
import { homeCurationMessages as messages } from './messages.ko.ts'
import { PeriodFields } from './period-fields.tsx'
import { isEmptyPeriod, type Period } from './period.ts'
import { editOptions } from './queries.ts'
import { type PickedWork, WorkPicker } from './work-picker.tsx'

const { studio_home_curation: calls } = endpoints

/** Edits a row, or makes one. */
export const openRowDialog = (row: CuratedRow | null) => {
  const label = row ? messages.edit_title : messages.add_title
  return dialogs.open<null>({ label, wide: true }, (close) => (
    <MemberQueryProvider>
      <RowForm row={row} label={label} onDone={() => close(null)} />
    </MemberQueryProvider>
  ))
}

function RowForm({
  row,
  label,
  onDone,
}: {
  row: CuratedRow | null
  label: string
  onDone: () => void
}) {
  const [title, setTitle] = useState(row?.title ?? '')
  const [subtitle, setSubtitle] = useState(row?.subtitle ?? '')
  const [after_row, setAfterRow] = useState<HomeAnchor>(row?.after_row ?? 'ranked')
  const [is_on, setIsOn] = useState(row?.is_on ?? false)
  const [period, setPeriod] = useState<Period>({
    starts_at: row?.starts_at ?? null,
    ends_at: row?.ends_at ?? null,
  })
  const [works, setWorks] = useState<PickedWork[]>(row?.works ?? [])
  const saving = useApiMutation(
    () => {
      const body = {
        ...{ title: title.trim(), subtitle: subtitle.trim() || null, after_row, is_on },
        ...period,
        series_ids: works.map(({ series_id }) => series_id),
      }
      return row
        ? apiRequest(calls.updateRow, {
            params: { id: row.id },
            body: { ...body, version: row.version },
          })
        : apiRequest(calls.createRow, { body })
    },
    { ...editOptions, toast: messages.saved, onSuccess: onDone },
  )
  const missing = useMissingFields({
    title: [...title.trim()].length < rowTitleLength.min ? messages.row_title : null,
    works: works.length === 0 ? messages.works : null,
  })
  const save = () => !isEmptyPeriod(period) && saving.submit()
  return (
    <form noValidate onSubmit={missing.onSubmit(save)}>
      <DialogBody title={label} onClose={() => dialogs.closeAll()}>
        <TextField
          ref={initialFocusRef}
          label={messages.row_title}
          required
          error={missing.errorOf('title')}
          value={title}
          maxLength={rowTitleLength.max}
          autoComplete="off"
          onChange={({ target }) => setTitle(target.value)}
        />
        <TextField
          label={messages.subtitle}
          value={subtitle}
          maxLength={rowSubtitleLength.max}
          autoComplete="off"
          onChange={({ target }) => setSubtitle(target.value)}
        />
        <SelectField
          label={messages.after_row}
          value={after_row}
          onChange={({ target }) => setAfterRow(target.value as HomeAnchor)}
        >
          {homeAnchors.map((anchor) => (
            <option key={anchor} value={anchor}>
              {messages.anchors[anchor]}
            </option>
          ))}
        </SelectField>
        <PeriodFields value={period} onChange={setPeriod} />
        <WorkPicker
          label={messages.works}
          value={works}
          max={maxRowWorks}
          error={missing.errorOf('works')}
          create={(work) => work}
          onChange={setWorks}
        />
        <Switch
          label={
            <span>
              {messages.is_on}
              <span className="block text-sm text-foreground-subtle">{messages.is_on_note}</span>
            </span>
          }
          checked={is_on}
          onChange={({ target }) => setIsOn(target.checked)}
        />
        <DialogFooter>
          <FormAlert className="mb-3">{saving.formError}</FormAlert>
          <Button
            type="submit"
            variant="primary"
            className="w-full"
            busy={saving.isPending}
            incomplete={missing.isIncomplete}
          >
            {messages.save}
          </Button>
        </DialogFooter>
      </DialogBody>
    </form>
  )
}
