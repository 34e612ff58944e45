import { logoFile, type VersionedSettings } from '#contract/service/staff.ts'
import { endpoints } from '#contract/index.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { apiRequest } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { logoUrl } from '#web/lib/service.ts'
import { Button } from '#web/ui/base/button.tsx'
import { FormAlert } from '#web/ui/forms/form-controls.tsx'
import { useFileInput } from '#web/ui/forms/use-file-input.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useState } from 'react'
import { settingsMessages } from './messages.ko.ts'

const messages = settingsMessages.logo
const { uploadLogo, removeLogo } = endpoints.studio_service
const icons = ['logo-128', 'icon-192', 'icon-180', 'icon-32'] as const

/** The logo and the icons made of it. It takes effect at once, apart from the form of the settings. */
export function LogoPanel({ settings }: { settings: VersionedSettings }) {
  const [fileError, setFileError] = useState<string | null>(null)
  const fileInput = useFileInput(select)
  const change = useApiMutation(
    (file: File | null) =>
      file ? apiRequest(uploadLogo, {}, { file }) : apiRequest(removeLogo, {}),
    {
      errors: 'inline',
      messageOf: (error) =>
        isApiError(error, 'unsupported_media_type') ? messages.unreadable : errorMessage(error),
      invalidates: [studioKeys.settings()],
      toast: (_, file) => (file ? messages.set : messages.removed),
    },
  )

  function select(file: File) {
    const error = !(logoFile.types as readonly string[]).includes(file.type)
      ? messages.wrong_type
      : file.size > logoFile.max_bytes
        ? messages.too_large
        : null
    setFileError(error)
    change.reset()
    if (!error) change.submit(file)
  }

  return (
    <Panel title={messages.title}>
      <p className="text-sm text-foreground-muted">{messages.detail}</p>
      {settings.logo_key ? (
        <ul aria-label={messages.current} className="mt-4 flex flex-wrap items-end gap-4">
          {icons.map((icon) => (
            <li key={icon} className="rounded-card bg-shade p-3">
              <img src={logoUrl(settings, icon)} alt="" className="max-h-16 w-auto max-w-48" />
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-4 text-sm">{messages.none}</p>
      )}
      <div {...fileInput.dropProps} className="mt-4 flex flex-wrap gap-2">
        <input {...fileInput.inputProps} hidden accept={logoFile.types.join(',')} />
        <Button variant="outline" busy={change.isPending} onClick={fileInput.open}>
          {messages.upload}
        </Button>
        {settings.logo_key && (
          <Button variant="ghost" busy={change.isPending} onClick={() => change.submit(null)}>
            {messages.remove}
          </Button>
        )}
      </div>
      <FormAlert className="mt-3">{fileError ?? change.formError}</FormAlert>
    </Panel>
  )
}
