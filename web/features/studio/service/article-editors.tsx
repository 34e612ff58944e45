import { endpoints } from '#contract/index.ts'
import {
  type EditableFaq,
  type EditableNotice,
  faqLength,
  faqTitleLength,
  noticeLength,
  noticeTitleLength,
} from '#contract/studio/support.ts'
import { studioServiceMessages } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { SelectField, Switch } from '#web/ui/forms/form-controls.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { faqsQuery, serviceKeys, noticeQuery } from './queries.ts'
import { ArticleForm } from './article-form.tsx'

const messages = studioServiceMessages.texts
const { studio_support: calls } = endpoints

/** Writes a notice, or changes one. */
export function NoticeEditor({ id, back }: { id: number | null; back: string }) {
  const query = useQuery({ ...noticeQuery(id ?? 0), enabled: id !== null })
  // What is being written stays, where it was only asked for again in vain.
  if (id !== null && !query.data)
    return query.isError ? (
      <ErrorState busy={query.isFetching} onRetry={() => void query.refetch()} />
    ) : (
      <TableSkeleton />
    )
  return <Notice fresh={query.data ?? null} back={back} />
}

function Notice({ fresh, back }: { fresh: EditableNotice | null; back: string }) {
  const [notice, newer] = useArticleEvents(fresh)
  const { title = '', context = '', is_pinned = false, is_hidden = false } = notice ?? {}
  return (
    <ArticleForm
      key={notice?.version ?? 0}
      newer={newer}
      name={`notice.${notice?.id ?? 'new'}`}
      heading={notice ? messages.edit_notice : messages.add_notice}
      labels={{ title: messages.name, context: messages.context }}
      bounds={{ title: noticeTitleLength.max, context: noticeLength.max }}
      saved={{ title, context, is_pinned, is_hidden }}
      stale={serviceKeys.notices}
      back={back}
      save={(text) =>
        notice
          ? call(calls.updateNotice, {
              params: { id: notice.id },
              body: { ...text, version: notice.version },
            })
          : call(calls.createNotice, { body: text })
      }
    >
      {(text, write) => (
        <Switch
          label={messages.pinned}
          checked={text.is_pinned}
          onChange={({ target }) => write({ is_pinned: target.checked })}
        />
      )}
    </ArticleForm>
  )
}

/** Writes a question with its answer, or changes one. */
export function FaqEditor({
  id,
  subject,
  back,
}: {
  id: number | null
  subject: number
  back: string
}) {
  const query = useQuery(faqsQuery(subject))
  const faq = query.data?.results.find((one) => one.id === id)
  if (!query.data)
    return query.isError ? (
      <ErrorState busy={query.isFetching} onRetry={() => void query.refetch()} />
    ) : (
      <TableSkeleton />
    )
  // A colleague has put it under another subject.
  if (id !== null && !faq)
    return query.isFetching ? (
      <TableSkeleton />
    ) : (
      <EmptyState
        icon="paper"
        heading="h1"
        title={messages.gone}
        actions={<ButtonLink to={back}>{messages.back}</ButtonLink>}
      >
        {messages.gone_detail}
      </EmptyState>
    )
  return <Faq fresh={faq ?? null} subject={subject} subjects={query.data.subjects} back={back} />
}

function Faq({
  fresh,
  subject,
  subjects,
  back,
}: {
  fresh: EditableFaq | null
  subject: number
  subjects: readonly { id: number; name: string }[]
  back: string
}) {
  const [faq, newer] = useArticleEvents(fresh)
  const { title = '', context = '', is_top = false, is_hidden = false } = faq ?? {}
  return (
    <ArticleForm
      key={faq?.version ?? 0}
      newer={newer}
      name={`faq.${faq?.id ?? 'new'}`}
      heading={faq ? messages.edit_faq : messages.add_faq}
      labels={{ title: messages.question, context: messages.reply }}
      bounds={{ title: faqTitleLength.max, context: faqLength.max }}
      saved={{ title, context, is_top, is_hidden, subject_id: faq?.subject_id ?? subject }}
      stale={serviceKeys.faqs}
      back={back}
      save={(text) =>
        faq
          ? call(calls.updateFaq, {
              params: { id: faq.id },
              body: { ...text, version: faq.version },
            })
          : call(calls.createFaq, { body: text })
      }
    >
      {(text, write) => (
        <>
          <div className="-mb-5 w-full sm:w-56">
            <SelectField
              label={messages.subject}
              value={text.subject_id}
              onChange={({ target }) => write({ subject_id: Number(target.value) })}
            >
              {subjects.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
          </div>
          <Switch
            label={messages.top}
            checked={text.is_top}
            onChange={({ target }) => write({ is_top: target.checked })}
          />
        </>
      )}
    </ArticleForm>
  )
}

/**
 * A text as somebody began to edit it, whatever colleagues make of it meanwhile: what he saves over is what he has seen.
 * @returns it, and what takes in the newer one, where there is one.
 */
function useArticleEvents<T extends { version: number }>(fresh: T | null) {
  const [seen, setSeen] = useState(fresh)
  const newer = fresh && fresh.version !== seen?.version ? () => setSeen(fresh) : undefined
  return [seen, newer] as const
}
