import { customer_services, type Subject } from '#contract/customer-services/customer-services.ts'
import type { FieldCode } from '#contract/core/problem-codes.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { apiRequest } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { useApiForm } from '#web/api/use-api-form.ts'
import { inquiriesPath } from '#web/routing/account-paths.ts'
import { Button } from '#web/ui/base/button.tsx'
import { DialogBody } from '#web/ui/dialog/dialog.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { loadingTracker } from '#web/ui/feedback/loading-tracker.ts'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { openFileTooLargeDialog } from './attachment-field.tsx'
import { emptyDraft, inquiryDraftStorage } from './inquiry-draft.ts'
import { inquiryMessages } from './messages.ko.ts'

const { createInquiry } = customer_services

/** The form of an inquiry with its attachment. It starts from the saved draft, and saves one at each change. */
export function useInquiryForm({
  memberId,
  subjects,
  isReset,
}: {
  memberId: number | null
  /** `null` if they could not be read. */
  subjects: readonly Subject[] | null
  /** The member discarded the saved draft. */
  isReset: boolean
}) {
  const navigate = useNavigate()
  const [searchParams] = useSearchParams()
  const submitButton = useRef<HTMLButtonElement>(null)
  const [draft] = useState(() => inquiryDraftStorage(memberId))
  const [saved] = useState(draft.read)
  const [file, setFile] = useState<File | null>(null)
  const [fileError, setFileError] = useState<string>()
  /** The fraction of the file that is uploaded, 0..1. */
  const [uploadedShare, setUploadedShare] = useState(0)
  const initialSubject = subjects?.find(({ code }) => code === searchParams.get('type'))

  const apiForm = useApiForm(createInquiry, {
    defaultValues: saved ?? {
      ...emptyDraft,
      subject_id: initialSubject ? String(initialSubject.id) : '',
    },
    mode: 'onChange',
    errorMessages: fieldMessage,
    async submit(body) {
      try {
        if (!file) return { value: await loadingTracker.track(apiRequest(createInquiry, { body })) }
        setUploadedShare(0)
        return {
          value: await apiRequest(
            createInquiry,
            { body },
            { file, fetchImpl: fetchWithUploadProgress(setUploadedShare) },
          ),
        }
      } catch (error) {
        // Focus returns to the submit button, which is enabled again by then.
        void reportError(error).then(() => submitButton.current?.focus())
        return undefined
      }
    },
    onSuccess() {
      draft.remove()
      toasts.show(inquiryMessages.registered, 'success')
      void navigate(inquiriesPath, { replace: true })
    },
  })
  const { form } = apiForm
  const { subject_id, title, context } = form.watch()
  useEffect(() => {
    if (isReset) form.setFocus('subject_id')
  }, [isReset, form])
  useEffect(() => draft.save({ subject_id, title, context }), [draft, subject_id, title, context])

  /** Shows errors about the file at its field and in the dialog, all others in the dialog only. */
  async function reportError(error: unknown) {
    // The page redirects to the login and returns to the draft.
    if (isApiError(error, 'authentication_required')) return
    if (file && isApiError(error, 'file_too_large')) {
      setFile(null)
      return openFileTooLargeDialog(file)
    }
    if (file && isApiError(error, 'file_type_rejected')) {
      setFile(null)
      setFileError(errorMessage(error))
    }
    return openFailureDialog(error)
  }

  return {
    ...apiForm,
    submitButton,
    isRestored: saved !== null,
    file,
    fileError,
    uploadedShare,
    onFile(selected: File | null, error?: string) {
      setFile(selected)
      setFileError(error)
    },
  }
}

/** The specification's message for a field, whatever the error code (section 5). */
function fieldMessage(field: string, code: FieldCode): string | undefined {
  const { field_errors } = inquiryMessages
  if (field === 'subject_id') return field_errors.subject_id
  if (field === 'title') return field_errors.title
  if (field !== 'context') return undefined
  return code === 'required' ? field_errors.context_required : field_errors.context_length
}

/** Shows the specification's error dialog with the reason; the text stays in the form. */
function openFailureDialog(error: unknown): Promise<void> {
  const { title, text_kept, ok } = inquiryMessages.failed
  return dialogs.open({ label: title }, (close) => (
    <DialogBody
      title={title}
      actions={
        <Button variant="primary" onClick={() => close()}>
          {ok}
        </Button>
      }
    >
      <p>{errorMessage(error)}</p>
      <p className="mt-1">{text_kept}</p>
    </DialogBody>
  ))
}

/**
 * A `fetch` that reports the fraction of the body sent, 0..1. Uses XMLHttpRequest, since `fetch` has no upload
 * progress.
 * @throws TypeError on a network error.
 */
function fetchWithUploadProgress(
  onProgress: (share: number) => void,
): (address: string, init: RequestInit) => Promise<Response> {
  return (address, { method = 'GET', headers, body }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, address)
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total)
      })
      request.addEventListener('load', () =>
        resolve(
          new Response(request.status === 204 ? null : request.responseText, {
            status: request.status,
            headers: parseHeaders(request.getAllResponseHeaders()),
          }),
        ),
      )
      for (const name of ['error', 'abort', 'timeout'])
        request.addEventListener(name, () => reject(new TypeError('No answer')))
      request.send(body as XMLHttpRequestBodyInit)
    })
}

function parseHeaders(lines: string): [string, string][] {
  return lines
    .split('\r\n')
    .filter(Boolean)
    .map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    })
}
