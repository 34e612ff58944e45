import { countCharacters } from '#contract/core/characters.ts'
import { useAuth } from '#web/session/auth-store.ts'
import {
  customer_services,
  inquiryLength,
  titleLength,
  type Subject,
} from '#contract/customer-services/customer-services.ts'
import { inquiryMessages } from './messages.ko.ts'
import { apiContext, nullOnError } from '#web/routing/loader-helpers.ts'
import { SectionError } from '#web/features/support/support-layout.tsx'
import type { InquiryPageHandle } from '#web/routing/route-handles.ts'
import { pageMeta } from '#web/routing/page-meta.ts'
import { newInquiryPath, termsPath, customerServicePath } from '#web/routing/account-paths.ts'
import { useNavigate } from 'react-router'
import type { Route } from './+types/inquiry-new.route.ts'
import { controlMessages } from '#web/ui/control-messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/forms/form-controls.tsx'
import { ProgressBar } from '#web/ui/base/progress-bar.tsx'
import { useState, type ComponentProps, type RefObject } from 'react'
import { inquiryDraftStorage } from './inquiry-draft.ts'
import { useInquiryForm } from './use-inquiry-form.tsx'
import { AttachmentField } from './attachment-field.tsx'
import { TextLink } from '#web/ui/base/text-link.tsx'

/** The subjects are the same for every member, so they are loaded with the page. */
export async function loader({ context }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  return { subjects: await nullOnError(call(customer_services.listSubjects, {})) }
}

/** Shows the form without a network too: it can be filled in, and the subjects are retried. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return (await nullOnError(serverLoader())) ?? { subjects: null }
}

export function meta({ matches }: Route.MetaArgs) {
  const { new_title: title, description } = inquiryMessages
  return pageMeta(matches, { title, description, path: newInquiryPath, noindex: true })
}

/** Whether this page is the first of its tab, so that there is no page to go back to. */
const isFirstOfTab = () =>
  (history.state as { idx?: number } | null)?.idx === 0 && history.length <= 1

export const handle: InquiryPageHandle = { tab: 'new', Skeleton: InquiryFormSkeleton }

/** The inquiry form (specification, sections 2 and 5). The text is saved on the device until it is sent. */
export default function InquiryNew({ loaderData: { subjects } }: Route.ComponentProps) {
  const { user } = useAuth()
  const [isReset, setIsReset] = useState(false)
  return (
    <InquiryForm
      key={String(isReset)}
      memberId={user.id}
      subjects={subjects}
      isReset={isReset}
      onReset={() => {
        inquiryDraftStorage(user.id).remove()
        setIsReset(true)
      }}
    />
  )
}

const messages = inquiryMessages.form

function InquiryForm({
  onReset,
  ...props
}: Parameters<typeof useInquiryForm>[0] & { onReset: () => void }) {
  const { subjects } = props
  const { form, field, submit, isSubmitting, file, ...inquiry } = useInquiryForm(props)
  const { subject_id, title, context } = form.watch()
  const missing = [
    subject_id === '' && messages.subject,
    title.trim() === '' && messages.title,
    context.trim() === '' && messages.context,
  ].filter((label) => label !== false)
  return (
    <form noValidate onSubmit={submit} aria-labelledby="help">
      <h2 id="help" className="text-xl font-bold md:text-2xl">
        {messages.heading}
      </h2>
      <PrivacyNote />
      {inquiry.isRestored && <RestoredDraft onDiscard={onReset} />}
      <div className="mt-7 space-y-3">
        <SubjectField subjects={subjects} {...field('subject_id')} />
        <TextField
          label={messages.title}
          required
          autoComplete="off"
          counter={controlMessages.characters(countCharacters(title), titleLength.max)}
          {...field('title')}
        />
        <TextArea
          label={messages.context}
          required
          rows={10}
          hint={messages.context_hint}
          counter={controlMessages.characters(countCharacters(context), inquiryLength.max)}
          {...field('context')}
        />
        <div className="pt-3">
          <AttachmentField file={file} error={inquiry.fileError} onFile={inquiry.onFile} />
        </div>
      </div>
      <p className="mt-3 text-xs text-foreground-subtle">{messages.draft_hint}</p>
      {isSubmitting && file && <UploadProgress share={inquiry.uploadedShare} />}
      <FormActions
        submitButton={inquiry.submitButton}
        isSubmitting={isSubmitting}
        missing={form.formState.isValid ? null : missing}
      />
    </form>
  )
}

function SubjectField({
  subjects,
  ...field
}: { subjects: readonly Subject[] | null } & Omit<ComponentProps<typeof SelectField>, 'label'>) {
  return (
    <div className="max-w-sm">
      <SelectField label={messages.subject} required disabled={!subjects?.length} {...field}>
        <option value="">{messages.subject_placeholder}</option>
        {subjects?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {!subjects && <SectionError message={messages.subjects_failed} />}
    </div>
  )
}

function PrivacyNote() {
  return (
    <p className="mt-2 max-w-prose text-sm text-foreground-subtle">
      {messages.privacy}{' '}
      <TextLink
        to={termsPath('privacy')}
        tone="muted"
        isInline
        className="inline-flex items-center min-h-6"
      >
        {messages.privacy_link}
      </TextLink>
    </p>
  )
}

function RestoredDraft({ onDiscard }: { onDiscard: () => void }) {
  return (
    <div
      role="status"
      className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 panel py-2 pr-2 pl-4 text-sm text-foreground-muted"
    >
      <p className="py-2">{messages.draft_restored}</p>
      <Button variant="ghost" className="text-sm" onClick={onDiscard}>
        {messages.draft_discard}
      </Button>
    </div>
  )
}

function UploadProgress({ share }: { share: number }) {
  return (
    <div className="mt-4">
      <ProgressBar value={share} label={messages.sending} />
      <p role="status" className="mt-2 text-sm text-foreground-muted">
        {share < 1 ? messages.sending : messages.sent}
      </p>
    </div>
  )
}

function FormActions({
  submitButton,
  isSubmitting,
  missing,
}: {
  submitButton: RefObject<HTMLButtonElement | null>
  isSubmitting: boolean
  /** The labels of the empty fields; null if the form can be sent. */
  missing: readonly string[] | null
}) {
  const navigate = useNavigate()
  return (
    <>
      <p
        id="register-needs"
        role="status"
        className="mt-5 text-right text-sm text-foreground-subtle"
      >
        {missing && messages.register_needs(missing)}
      </p>
      <div className="mt-2 flex justify-end gap-2 max-md:*:grow">
        <Button
          size="lg"
          onClick={() => void (isFirstOfTab() ? navigate(customerServicePath) : navigate(-1))}
        >
          {messages.cancel}
        </Button>
        <Button
          ref={submitButton}
          type="submit"
          variant="primary"
          size="lg"
          busy={isSubmitting}
          disabled={missing !== null}
          aria-describedby="register-needs"
        >
          {messages.submit}
        </Button>
      </div>
    </>
  )
}

/** Skeleton while the session is checked. */
function InquiryFormSkeleton() {
  const line = 'shimmer rounded-control'
  return (
    <div aria-hidden="true">
      <div className={`${line} h-7 w-64`} />
      <div className={`${line} mt-4 h-4 w-4/5`} />
      <div className={`${line} mt-2 h-4 w-3/5`} />
      {['h-11 max-w-sm', 'h-12', 'h-64', 'h-16'].map((shape) => (
        <div key={shape}>
          <div className={`${line} mt-9 h-4 w-20`} />
          <div className={`shimmer mt-3 rounded-card ${shape}`} />
        </div>
      ))}
    </div>
  )
}
