import { useFileInput } from '#web/ui/forms/use-file-input.ts'
import { studio_catalogue } from '#contract/contents/staff/catalogue.ts'
import type { StudioImage } from '#contract/contents/staff/catalogue.ts'
import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { apiRequest } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { Button } from '#web/ui/base/button.tsx'
import { useId, useState } from 'react'

const messages = studioCatalogMessages.picture
const { storeImage: storePicture } = studio_catalogue
const shapes = {
  poster: { box: 'aspect-2/3 w-32', width: 360 },
  backdrop: { box: 'aspect-video w-60 max-w-full', width: 480 },
  thumbnail: { box: 'aspect-video w-60 max-w-full', width: 400 },
}

/** An image of a work: uploaded when chosen or dropped, published when the form is saved. */
export function ImageField({
  kind,
  value,
  onChange,
}: {
  kind: keyof typeof shapes
  value: StudioImage | null
  onChange: (value: StudioImage | null) => void
}) {
  const [fileError, setFileError] = useState<string | null>(null)
  const upload = useApiMutation(
    (file: File) => apiRequest(storePicture, { query: { kind } }, { file }),
    { errors: 'inline', onSuccess: ({ key, color }) => onChange({ key, color }) },
  )
  const error = fileError ?? upload.formError
  const fileInput = useFileInput(take)
  const id = useId()
  const name = studioCatalogMessages.fields[kind]
  const { box, width } = shapes[kind]

  function take(file: File) {
    const isSupported = storePicture.file.types.includes(file.type as 'image/png')
    const isTooLarge = file.size > storePicture.file.max_bytes
    const invalid = isSupported ? (isTooLarge ? messages.too_large : null) : messages.invalid_type
    setFileError(invalid)
    if (invalid === null) upload.submit(file)
  }

  return (
    <div role="group" aria-labelledby={id} {...fileInput.dropProps}>
      <p id={id} className="mb-2 text-sm font-semibold">
        {name} <span className="font-normal text-foreground-subtle">{messages.sizes[kind]}</span>
      </p>
      <div
        className={`${box} flex items-center justify-center overflow-hidden rounded-card bg-surface-raised text-xs text-foreground-subtle inset-ring ${fileInput.isDraggedOver ? 'inset-ring-2 inset-ring-accent' : 'inset-ring-border'}`}
        style={value ? { backgroundColor: value.color } : {}}
      >
        {value ? (
          <img
            src={`/images/${value.key}/${width}.webp`}
            alt={name}
            className="size-full object-cover"
          />
        ) : (
          messages.none
        )}
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <input
          {...fileInput.inputProps}
          accept={storePicture.file.types.join()}
          aria-label={name}
        />
        <Button variant="outline" busy={upload.isPending} onClick={fileInput.open}>
          {value ? messages.change : messages.choose}
          <span className="sr-only">{name}</span>
        </Button>
        {value && (
          <Button variant="ghost" onClick={() => onChange(null)}>
            {messages.remove}
            <span className="sr-only">{name}</span>
          </Button>
        )}
      </div>
      <p
        role="status"
        className={`mt-2 min-h-5 text-xs ${error ? 'text-danger' : 'text-foreground-subtle'}`}
      >
        {upload.isPending ? messages.uploading : (error ?? messages.hint)}
      </p>
    </div>
  )
}
