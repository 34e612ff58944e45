import {
  inquiryLength,
  titleLength,
  type Subject,
} from '#contract/customer-services/customer-services.ts'
import { viewerEndpoints } from '#contract/viewer-endpoints.ts'
import type { FieldCode } from '#contract/core/problem-codes.ts'
import { controlMessages } from '#web/ui/messages.ko.ts'
import { inquiryMessages } from './messages.ko.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { apiRequest } from '#web/api/client.ts'
import { isApiError, errorMessage } from '#web/api/error-message.ts'
import { fetchWithUploadProgress } from './upload-progress.ts'
import { termsPath } from '#web/routing/paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/forms/form-controls.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { loadingTracker } from '#web/ui/feedback/loading-overlay.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { emptyDraft, inquiryDraftStorage } from './inquiry-draft.ts'
import { AttachmentField, openFileTooLargeDialog } from './attachment-field.tsx'

const { createInquiry: writeInquiry } = viewerEndpoints.customer_services
const messages = inquiryMessages.form

/** The specification's words, whatever is wrong (section 5). */
function faultWords(field: string, code: FieldCode): string | undefined {
  const { faults } = inquiryMessages
  if (field === 'subject_id') return faults.subject_id
  if (field === 'title') return faults.title
  if (field !== 'context') return undefined
  return code === 'required' ? faults.context_required : faults.context_length
}

/** "등록 중 오류가 발생했습니다", and why; what was written stays. */
function tellFailed(error: unknown): Promise<void> {
  const { title, kept, ok } = inquiryMessages.failed
  return dialogs.open({ label: title }, (close) => (
    <DialogBody
      title={title}
      actions={
        <Button look="primary" onClick={() => close()}>
          {ok}
        </Button>
      }
    >
      <p>{errorMessage(error)}</p>
      <p className="mt-1">{kept}</p>
    </DialogBody>
  ))
}

type FormProps = {
  member_id: number | null
  subjects: readonly Subject[]
  /** Stands below the types where they could not be read. */
  subjects_failed?: ReactNode
  /** The code of the type to begin with. */
  asked_code: string | null
  onCancel: () => void
  onDone: () => void
}

/** Asks us something (specification, sections 2 and 5). What is typed is kept on the device until it is sent (D-70). */
export function InquiryForm(props: FormProps) {
  const [anew, setAnew] = useState(false)
  const begin = () => {
    inquiryDraftStorage(props.member_id).drop()
    setAnew(true)
  }
  return <Form key={String(anew)} {...props} anew={anew} onAnew={begin} />
}

function Form({
  member_id,
  subjects,
  subjects_failed,
  asked_code,
  anew,
  onAnew,
  onCancel,
  onDone,
}: FormProps & {
  /** What was kept was put aside. */
  anew: boolean
  onAnew: () => void
}) {
  const pressed = useRef<HTMLButtonElement>(null)
  const [draft] = useState(() => inquiryDraftStorage(member_id))
  const [kept] = useState(draft.read)
  const [file, setFile] = useState<File | null>(null)
  const [file_error, setFileError] = useState<string>()
  /** How much of the file has gone out, 0..1. */
  const [gone, setGone] = useState(0)
  const asked = subjects.find(({ code }) => code === asked_code)

  const { form, field, submit, busy } = useApiForm(writeInquiry, {
    defaults: kept ?? { ...emptyDraft, subject_id: asked ? String(asked.id) : '' },
    mode: 'onChange',
    words: faultWords,
    async send(body) {
      try {
        if (!file) return { value: await loadingTracker.during(apiRequest(writeInquiry, { body })) }
        setGone(0)
        return {
          value: await apiRequest(
            writeInquiry,
            { body },
            { file, via: fetchWithUploadProgress(setGone) },
          ),
        }
      } catch (error) {
        // Over what was pressed, which waits no longer by then.
        void tell(error).then(() => pressed.current?.focus())
        return undefined
      }
    },
    onDone() {
      draft.drop()
      onDone()
    },
  })
  const { isValid } = form.formState
  const { subject_id, title, context } = form.watch()

  useEffect(() => {
    if (anew) form.setFocus('subject_id')
  }, [anew, form])
  useEffect(() => draft.keep({ subject_id, title, context }), [draft, subject_id, title, context])

  /** What the server does not take of the file is told at the file; the rest in the specification's alert. */
  async function tell(error: unknown) {
    // The page leads to signing in, and back to the draft.
    if (isApiError(error, 'authentication_required')) return
    if (file && isApiError(error, 'file_too_large')) {
      setFile(null)
      return openFileTooLargeDialog(file)
    }
    if (file && isApiError(error, 'file_type_rejected')) {
      setFile(null)
      setFileError(errorMessage(error))
    }
    return tellFailed(error)
  }

  return (
    <form noValidate onSubmit={submit} aria-labelledby="help">
      <h2 id="help" className="text-xl font-bold md:text-2xl">
        {messages.heading}
      </h2>
      <p className="mt-2 max-w-prose text-sm text-foreground-subtle">
        {messages.privacy}{' '}
        <Link
          to={termsPath('privacy')}
          className="inline-flex min-h-6 items-center text-foreground-muted underline underline-offset-4 hover:text-foreground"
        >
          {messages.privacy_link}
        </Link>
      </p>
      {kept && (
        <div
          role="status"
          className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-xl bg-surface py-1.5 pr-1.5 pl-4 text-sm text-foreground-muted"
        >
          <p className="py-1.5">{messages.draft_kept}</p>
          <Button look="quiet" className="text-sm" onClick={onAnew}>
            {messages.draft_drop}
          </Button>
        </div>
      )}
      <div className="mt-7 space-y-3">
        <div className="max-w-sm">
          <SelectField
            label={messages.subject}
            required
            disabled={subjects.length === 0}
            {...field('subject_id')}
          >
            <option value="">{messages.subject_placeholder}</option>
            {subjects.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          {subjects_failed}
        </div>
        <TextField
          label={messages.title}
          required
          autoComplete="off"
          note={controlMessages.characters(title.length, titleLength.max)}
          {...field('title')}
        />
        <TextArea
          label={messages.context}
          required
          rows={10}
          hint={messages.context_hint}
          note={controlMessages.characters(context.length, inquiryLength.max)}
          {...field('context')}
        />
        <div className="pt-3">
          <AttachmentField
            file={file}
            error={file_error}
            onFile={(chosen, error) => {
              setFile(chosen)
              setFileError(error)
            }}
          />
        </div>
      </div>
      <p className="mt-3 text-xs text-foreground-subtle">{messages.draft_hint}</p>
      {busy && file && (
        <div className="mt-4">
          <ProgressBar value={gone} label={messages.sending} />
          <p role="status" className="mt-2 text-sm text-foreground-muted">
            {gone < 1 ? messages.sending : messages.sent}
          </p>
        </div>
      )}
      <div className="mt-5 flex justify-end gap-2.5 max-md:*:grow">
        <Button size="lg" onClick={onCancel}>
          {messages.cancel}
        </Button>
        <Button
          ref={pressed}
          type="submit"
          look="primary"
          size="lg"
          busy={busy}
          disabled={!isValid}
        >
          {messages.submit}
        </Button>
      </div>
    </form>
  )
}

/** The shape of the form while nobody knows yet who is there. */
export function InquiryFormSkeleton() {
  const line = 'shimmer rounded-sm'
  return (
    <div aria-hidden="true">
      <div className={`${line} h-7 w-64`} />
      <div className={`${line} mt-4 h-3.5 w-4/5`} />
      <div className={`${line} mt-2 h-3.5 w-3/5`} />
      {['h-11 max-w-sm', 'h-12', 'h-64', 'h-16'].map((shape) => (
        <div key={shape}>
          <div className={`${line} mt-9 h-4 w-20`} />
          <div className={`shimmer mt-3 rounded-lg ${shape}`} />
        </div>
      ))}
    </div>
  )
}
