import {
  attachmentExtensions,
  attachmentMaxBytes,
  attachmentTypes,
} from '#contract/customer-services/customer-services.ts'
import { inquiryMessages } from './messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { IconButton } from '#web/ui/base/icon-button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { useEffect, useId, useRef, useState } from 'react'

const messages = inquiryMessages.form
const { field_errors, too_large } = inquiryMessages

/** Reports a file over the size limit in a dialog (specification, section 8). */
export function openFileTooLargeDialog({ name, size }: Pick<File, 'name' | 'size'>): Promise<void> {
  return dialogs.open({ label: too_large.title }, (close) => (
    <DialogBody
      title={too_large.title}
      actions={
        <Button variant="primary" onClick={() => close()}>
          {too_large.ok}
        </Button>
      }
    >
      <p>{too_large.detail(name, formatFileSize(size))}</p>
    </DialogBody>
  ))
}

/**
 * The attachment of an inquiry. A transparent native file input covers the whole control, so that clicks, drops and the
 * keyboard work as usual.
 */
export function AttachmentField({
  file,
  error,
  onFile,
}: {
  file: File | null
  error: string | undefined
  onFile: (file: File | null, error?: string) => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isDraggedOver, setIsDraggedOver] = useState(false)

  function onSelect(selected: File | undefined) {
    // Cancelling the file picker keeps the current file.
    if (!selected) return
    const attachmentProblem = attachmentError(selected)
    if (attachmentProblem === 'too_large') {
      onFile(null)
      void openFileTooLargeDialog(selected)
    } else if (attachmentProblem)
      onFile(null, attachmentProblem === 'empty' ? field_errors.file_empty : field_errors.file_type)
    else onFile(selected)
  }

  return (
    <div>
      <label htmlFor={id} className="mb-2 block w-fit text-sm font-semibold">
        {messages.file}
      </label>
      <div
        className={`relative flex min-h-16 items-center gap-3 rounded-control p-3 inset-ring transition-colors duration-(--duration-fast) hover:inset-ring-control-border has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-3 has-[input:focus-visible]:outline-foreground ${
          isDraggedOver
            ? 'bg-accent-subtle inset-ring-2 inset-ring-accent'
            : `bg-surface-raised ${error ? 'inset-ring-2 inset-ring-danger' : 'inset-ring-control-border/70'}`
        }`}
      >
        {file && hasPreview(file.type) ? (
          <Preview
            file={file}
            onUnreadable={() => {
              onFile(null, field_errors.file_unreadable)
            }}
          />
        ) : (
          <span className="flex size-11 shrink-0 items-center justify-center rounded-control bg-surface-high text-foreground-muted">
            <Icon name={file ? 'document' : 'plus'} />
          </span>
        )}
        <FileLabel id={`${id}-name`} file={file} isDraggedOver={isDraggedOver} />
        <input
          ref={input}
          id={id}
          type="file"
          accept={attachmentExtensions.join(',')}
          aria-describedby={`${id}-name ${id}-note`}
          {...(error && { 'aria-invalid': true })}
          onChange={(event) => {
            onSelect(event.target.files?.[0])
            // Allows choosing the same file again after it was rejected.
            event.target.value = ''
          }}
          onDragEnter={() => setIsDraggedOver(true)}
          onDragLeave={() => setIsDraggedOver(false)}
          onDrop={() => setIsDraggedOver(false)}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
        {file && (
          <IconButton
            label={messages.file_remove}
            icon="close"
            className="relative"
            onClick={() => {
              onFile(null)
              input.current?.focus()
            }}
          />
        )}
      </div>
      <p
        id={`${id}-note`}
        role={error ? 'alert' : undefined}
        className={`mt-2 flex min-h-5 items-center gap-1 text-xs ${error ? 'text-danger' : 'text-foreground-subtle'}`}
      >
        {error && <Icon name="warning" className="size-4" />}
        {error ?? messages.file_hint}
      </p>
    </div>
  )
}

/** The name and size of the file, and what a click on the control does. */
function FileLabel({
  id,
  file,
  isDraggedOver,
}: {
  id: string
  file: File | null
  isDraggedOver: boolean
}) {
  return (
    <>
      <p className="min-w-0 grow" id={id}>
        <span
          className={`line-clamp-2 text-base ${file ? '' : 'text-foreground-subtle'}`}
          dir="auto"
        >
          {isDraggedOver ? messages.file_drop : (file?.name ?? messages.file_none)}
        </span>
        {file && (
          <span className="block text-xs text-foreground-subtle tabular-nums">
            {formatFileSize(file.size)}
            <span className="sm:hidden"> · {messages.file_change}</span>
          </span>
        )}
      </p>
      <span
        aria-hidden="true"
        className={`inline-flex min-h-11 shrink-0 items-center rounded-control bg-surface-high px-4 text-sm font-semibold ${file ? 'max-sm:hidden' : 'max-sm:px-3'}`}
      >
        {file ? messages.file_change : messages.file_choose}
      </span>
    </>
  )
}

/** Whether browsers show images of this type; HEIC is shown by few. */
const hasPreview = (type: string) =>
  type === 'image/bmp' ||
  (type.startsWith('image/') && attachmentTypes.some((candidate) => candidate === type))

function Preview({ file, onUnreadable }: { file: File; onUnreadable: () => void }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])
  return (
    <span className="size-20 shrink-0 overflow-hidden rounded-card bg-background-deep md:size-24">
      {url && (
        <img
          src={url}
          alt={messages.file_preview}
          className="size-full object-contain"
          onError={onUnreadable}
        />
      )}
    </span>
  )
}

type AttachmentError = 'too_large' | 'empty' | 'invalid_type'

/**
 * Validates a file before upload by its extension, or without one by its MIME type. The server inspects the content.
 */
export function attachmentError({
  name,
  type,
  size,
}: Pick<File, 'name' | 'type' | 'size'>): AttachmentError | null {
  if (size > attachmentMaxBytes) return 'too_large'
  if (size === 0) return 'empty'
  const extension = /\.[^.]*$/.exec(name.toLowerCase())?.[0]
  const isAllowed =
    extension === undefined
      ? attachmentTypes.some((candidate) => candidate === type)
      : attachmentExtensions.some((candidate) => candidate === extension)
  return isAllowed ? null : 'invalid_type'
}

/** Formats a file size: `12.3MB`, `540KB`. Rounded up, so that a size over a limit never looks equal to it. */
export function formatFileSize(bytes: number): string {
  const megabytes = bytes / (1024 * 1024)
  if (megabytes >= 1) return `${Math.ceil(megabytes * 10) / 10}MB`
  return `${Math.max(1, Math.ceil(bytes / 1024))}KB`
}
