import { endpoints } from '#contract/index.ts'
import { logLevels, type OperationModes } from '#contract/operations/modes.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { DateTimeField, NumberField } from '#web/features/studio/common/value-fields.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { FormAlert, Options, SelectField, TextField } from '#web/ui/forms/form-controls.tsx'
import type { ReactNode } from 'react'
import { modesMessages } from './modes-messages.ko.ts'
import { editOptions } from './queries.ts'

const { setMaintenance, setLogLevel } = endpoints.studio_operations

export const openMaintenanceDialog = (modes: OperationModes) =>
  openForm(
    modes.maintenance ? modesMessages.maintenance.edit : modesMessages.maintenance.start,
    (label, onDone) => <MaintenanceForm modes={modes} label={label} onDone={onDone} />,
  )

export const openLogLevelDialog = (modes: OperationModes) =>
  openForm(modesMessages.log_level.edit, (label, onDone) => (
    <LogLevelForm modes={modes} label={label} onDone={onDone} />
  ))

const openForm = (label: string, form: (label: string, onDone: () => void) => ReactNode) =>
  dialogs.open<null>({ label }, (close) => (
    <StaffQueryProvider>{form(label, () => close(null))}</StaffQueryProvider>
  ))

type FormProps = { modes: OperationModes; label: string; onDone: () => void }

/** An hour from now, on the minute. */
const defaultEnd = () => new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000).toISOString()

function MaintenanceForm({ modes, label, onDone }: FormProps) {
  const messages = modesMessages.maintenance
  const { version, maintenance } = modes
  const { field, control, submit, isIncomplete, isSubmitting, formError } = useMutationForm(
    setMaintenance,
    {
      ...editOptions(),
      defaultValues: {
        version,
        message: maintenance?.message ?? messages.default_message,
        ends_at: maintenance?.ends_at ?? defaultEnd(),
      },
      labels: { message: messages.message, ends_at: messages.ends_at },
      errorMessages: (name, code) =>
        name === 'ends_at' && code === 'in_the_past' ? messages.past : undefined,
      toast: messages.started,
      onSuccess: onDone,
    },
  )
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody
        title={label}
        actions={
          <FormActions onDone={onDone} isSubmitting={isSubmitting} isIncomplete={isIncomplete} />
        }
      >
        <p className="mb-4">{messages.what_happens}</p>
        <TextField
          label={messages.message}
          hint={messages.message_hint}
          required
          {...field('message')}
        />
        <DateTimeField
          label={messages.ends_at}
          hint={messages.ends_at_hint}
          required
          {...control('ends_at')}
        />
        <FormAlert className="mt-3">{formError}</FormAlert>
      </DialogBody>
    </form>
  )
}

function LogLevelForm({ modes, label, onDone }: FormProps) {
  const messages = modesMessages.log_level
  const { field, control, submit, isIncomplete, isSubmitting, formError } = useMutationForm(
    setLogLevel,
    {
      ...editOptions(),
      defaultValues: {
        version: modes.version,
        level: modes.log_level?.level ?? ('debug' as const),
        minutes: 60,
      },
      labels: { level: messages.level, minutes: messages.minutes },
      toast: messages.changed,
      onSuccess: onDone,
    },
  )
  return (
    <form noValidate onSubmit={submit}>
      <DialogBody
        title={label}
        actions={
          <FormActions onDone={onDone} isSubmitting={isSubmitting} isIncomplete={isIncomplete} />
        }
      >
        <SelectField label={messages.level} {...field('level')}>
          <Options values={logLevels} names={messages.levels} />
        </SelectField>
        <NumberField
          schema={setLogLevel.body.shape.minutes}
          label={messages.minutes}
          counter={messages.minute}
          required
          {...control('minutes')}
        />
        <FormAlert className="mt-3">{formError}</FormAlert>
      </DialogBody>
    </form>
  )
}

const FormActions = ({
  onDone,
  isSubmitting,
  isIncomplete,
}: {
  onDone: () => void
  isSubmitting: boolean
  isIncomplete: boolean
}) => (
  <>
    <Button onClick={onDone}>{modesMessages.cancel}</Button>
    <Button type="submit" variant="primary" busy={isSubmitting} incomplete={isIncomplete}>
      {modesMessages.save}
    </Button>
  </>
)
