import { isReadableAccent } from '#contract/service/accent-color.ts'
import type { VersionedSettings } from '#contract/service/staff.ts'
import { endpoints } from '#contract/index.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert, TextField } from '#web/ui/forms/form-controls.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useState } from 'react'
import { settingLabels, settingsMessages as messages, type SettingName } from './messages.ko.ts'
import { SettingsPreview } from './settings-preview.tsx'

/** The fields, by the section that the checklist leads to. */
const groups = {
  look: ['name', 'tagline', 'accent_color'],
  company: [
    'company_name',
    'representative',
    'business_number',
    'mail_order_number',
    'address',
    'phone',
    'email',
    'hosting_provider',
    'privacy_officer',
  ],
  contact: ['support_hours'],
  mail: ['mail_sender_name', 'mail_footer'],
  social: ['instagram_url', 'youtube_url', 'x_url'],
} as const satisfies Record<string, readonly SettingName[]>
type Group = keyof typeof groups

/** The editable fields; an empty colour is an empty text. */
const valuesOf = ({ logo_key: _, changed_at: __, version: ___, ...fields }: VersionedSettings) => ({
  ...fields,
  accent_color: fields.accent_color ?? '',
})

/** The form of the settings, which begins anew once it has saved. */
export function SettingsForm({ settings }: { settings: VersionedSettings }) {
  const [saved, setSaved] = useState(settings)
  // The logo has its own form: its change is no conflict with what is typed here.
  const isSame = JSON.stringify(valuesOf(settings)) === JSON.stringify(valuesOf(saved))
  const version = isSame ? settings.version : saved.version
  return <EditedForm key={saved.version} saved={saved} version={version} onSaved={setSaved} />
}

function EditedForm({
  saved,
  version,
  onSaved,
}: {
  saved: VersionedSettings
  version: number
  onSaved: (settings: VersionedSettings) => void
}) {
  const { form, field, submit, isSubmitting, formError } = useMutationForm(
    endpoints.studio_service.saveSettings,
    {
      defaultValues: { ...valuesOf(saved), version },
      labels: settingLabels,
      validate: ({ accent_color }) =>
        typeof accent_color === 'string' &&
        /^#[\da-f]{6}$/i.test(accent_color) &&
        !isReadableAccent(accent_color)
          ? [{ field: 'accent_color', code: 'low_contrast' }]
          : [],
      errorMessages: (name, code) =>
        code === 'low_contrast'
          ? messages.low_contrast
          : code === 'invalid_format'
            ? messages.errors[name as SettingName]
            : undefined,
      messageOf: (error) =>
        isApiError(error, 'conflict') ? messages.conflict : errorMessage(error),
      invalidates: [studioKeys.settings()],
      toast: messages.saved,
      onSuccess: onSaved,
    },
  )
  form.setValue('version', version)
  return (
    <form noValidate onSubmit={submit} className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="space-y-6">
        {(Object.keys(groups) as Group[]).map((group) => (
          <div key={group} id={group} className="scroll-mt-24">
            <Panel title={messages.groups[group]}>
              {group === 'company' && (
                <p className="mb-4 text-sm text-foreground-muted">{messages.company_detail}</p>
              )}
              <div className="grid gap-x-5 gap-y-3 sm:grid-cols-2">
                {groups[group].map((name) => (
                  <TextField
                    key={name}
                    label={settingLabels[name]}
                    hint={messages.hints[name]}
                    autoComplete="off"
                    required={name === 'name'}
                    {...field(name)}
                  />
                ))}
              </div>
            </Panel>
          </div>
        ))}
        <FormAlert>{formError}</FormAlert>
        <Button type="submit" variant="primary" size="lg" busy={isSubmitting}>
          {messages.save}
        </Button>
      </div>
      <SettingsPreview values={form.watch()} />
    </form>
  )
}
