import { answerLength, titleLength } from '#contract/customer-services/customer-services.ts'
import { endpoints } from '#contract/index.ts'
import type { AnswerTemplate } from '#contract/customer-services/staff.ts'
import { studioServiceMessages } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { useMutationForm } from '#web/api/use-mutation-form.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { StaffQueryProvider } from '#web/features/studio/common/staff-query-client.tsx'
import { isApiError } from '#web/api/api-errors.ts'
import { errorMessage } from '#web/api/error-messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { confirmDialog, DialogBody } from '#web/ui/dialog/dialog.tsx'
import { FormAlert, Select, TextArea, TextField } from '#web/ui/forms/form-controls.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import { dialogs } from '#web/ui/dialog/dialog-store.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { templatesQuery } from './queries.ts'

const messages = studioServiceMessages.templates
const { studio_support: calls } = endpoints

/** Creates, edits and deletes answer templates. */
const openTemplates = () =>
  dialogs.open({ label: messages.title, dismissible: false }, (close) => (
    // Dialogs are rendered outside of the page's query client.
    <StaffQueryProvider>
      <TemplatesDialog onClose={close} />
    </StaffQueryProvider>
  ))

function TemplatesDialog({ onClose }: { onClose: () => void }) {
  const { data: templates = [] } = useQuery(templatesQuery)
  const [edited, setEdited] = useState<AnswerTemplate | 'new'>()
  if (edited)
    return (
      <Edit
        key={edited === 'new' ? 'new' : edited.id}
        template={edited === 'new' ? null : edited}
        onDone={() => setEdited(undefined)}
      />
    )
  return (
    <DialogBody
      title={messages.title}
      onClose={onClose}
      actions={
        <Button variant="primary" icon="plus" onClick={() => setEdited('new')}>
          {messages.add}
        </Button>
      }
    >
      {templates.length === 0 ? (
        <p>{messages.empty}</p>
      ) : (
        <ul className="max-h-96 overflow-y-auto border-t border-border">
          {templates.map((template) => (
            <li key={template.id} className="border-b border-border">
              <button
                type="button"
                onClick={() => setEdited(template)}
                className="flex min-h-14 w-full items-center gap-3 rounded-control px-1 py-2 text-left hover:bg-surface-raised focus-visible:-outline-offset-2"
              >
                <span className="min-w-0 grow">
                  <span className="block truncate font-semibold text-foreground">
                    {template.title}
                  </span>
                  <span className="block truncate text-sm text-foreground-subtle">
                    {template.context}
                  </span>
                </span>
                <Icon name="chevron_right" className="size-4 text-foreground-subtle" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </DialogBody>
  )
}

function Edit({ template, onDone }: { template: AnswerTemplate | null; onDone: () => void }) {
  const options = {
    messageOf: (cause: unknown) =>
      isApiError(cause, 'conflict') ? messages.conflict : errorMessage(cause),
    invalidates: [studioKeys.templates()],
    onSuccess: onDone,
  } as const
  const { field, submit, isIncomplete, isSubmitting, formError } = useMutationForm(
    calls.createTemplate,
    {
      ...options,
      defaultValues: { title: template?.title ?? '', context: template?.context ?? '' },
      labels: { title: messages.name, context: messages.context },
      toast: messages.saved,
      send: (body) =>
        template
          ? call(calls.updateTemplate, {
              params: { id: template.id },
              body: { version: template.version, ...body },
            })
          : call(calls.createTemplate, { body }),
    },
  )
  const removal = useApiMutation(calls.removeTemplate, {
    ...options,
    errors: 'inline',
    toast: messages.removed,
  })
  const isPending = isSubmitting || removal.isPending

  async function remove(id: number, name: string) {
    const { remove_title: title, remove_detail } = messages
    const confirmLabel = studioServiceMessages.delete
    if (await confirmDialog({ title, message: remove_detail(name), confirmLabel }))
      removal.submit({ params: { id } })
  }

  return (
    <form noValidate onSubmit={submit}>
      <DialogBody
        title={template ? template.title : messages.add}
        actions={
          <>
            {template && (
              <Button
                variant="danger"
                aria-disabled={isPending}
                onClick={() => void remove(template.id, template.title)}
              >
                {studioServiceMessages.delete}
              </Button>
            )}
            <Button onClick={onDone}>{studioServiceMessages.cancel}</Button>
            <Button type="submit" variant="primary" busy={isPending} incomplete={isIncomplete}>
              {studioServiceMessages.save}
            </Button>
          </>
        }
      >
        <TextField label={messages.name} required maxLength={titleLength.max} {...field('title')} />
        <TextArea
          label={messages.context}
          required
          hint={messages.hint}
          rows={8}
          maxLength={answerLength.max}
          {...field('context')}
        />
        <FormAlert>{formError ?? removal.formError}</FormAlert>
      </DialogBody>
    </form>
  )
}

/** Inserts a prepared text. */
export function TemplateButtons({ onInsert }: { onInsert: (context: string) => void }) {
  const { data: templates = [] } = useQuery(templatesQuery)
  const [templateId, setTemplateId] = useState('')
  const template = templates.find(({ id }) => String(id) === templateId)
  return (
    <>
      <Select
        aria-label={messages.use}
        value={template ? templateId : ''}
        onChange={({ target }) => setTemplateId(target.value)}
        className="min-w-0 flex-1 basis-32 sm:max-w-52"
      >
        <option value="">{messages.use}</option>
        {templates.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
      {template && (
        <Button variant="outline" onClick={() => onInsert(template.context)}>
          {messages.insert}
        </Button>
      )}
      <Button variant="ghost" onClick={() => void openTemplates()}>
        {messages.manage}
      </Button>
    </>
  )
}
