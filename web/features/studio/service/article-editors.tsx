import { endpoints } from '#contract/index.ts'
import {
  type EditableFaq,
  type EditableNotice,
  faqLength,
  faqTitleLength,
  noticeLength,
  noticeTitleLength,
} from '#contract/studio/support.ts'
import { studioMessages } from '../common/messages.ko.ts'
import { studioServiceMessages } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { TableSkeleton } from '#web/features/studio/common/data-table.tsx'
import { ButtonLink } from '#web/ui/base/button.tsx'
import { SelectField, Switch } from '#web/ui/forms/form-controls.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { faqsQuery, noticeQuery } from './queries.ts'
import { ArticleForm } from './article-form.tsx'

const messages = studioServiceMessages.articles
const { studio_support: calls } = endpoints

/** Creates or edits a notice. */
export function NoticeEditor({ id, backPath }: { id: number | null; backPath: string }) {
  const query = useQuery({ ...noticeQuery(id ?? 0), enabled: id !== null })
  // A failed refetch keeps the editor.
  if (id !== null && !query.data)
    return query.isError ? (
      <ErrorState isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
    ) : (
      <TableSkeleton />
    )
  return <Notice latest={query.data ?? null} backPath={backPath} />
}

function Notice({ latest, backPath }: { latest: EditableNotice | null; backPath: string }) {
  const [notice, applyNewer] = useArticleEvents(latest)
  const { title = '', context = '', is_pinned = false, is_hidden = false } = notice ?? {}
  return (
    <ArticleForm
      key={notice?.version ?? 0}
      onApplyNewer={applyNewer}
      name={`notice.${notice?.id ?? 'new'}`}
      heading={notice ? messages.edit_notice : messages.add_notice}
      labels={{ title: messages.name, context: messages.context }}
      bounds={{ title: noticeTitleLength.max, context: noticeLength.max }}
      saved={{ title, context, is_pinned, is_hidden }}
      stale={studioKeys.notices()}
      backPath={backPath}
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

/** Creates or edits a question with its answer. */
export function FaqEditor({
  id,
  subject,
  backPath,
}: {
  id: number | null
  subject: number
  backPath: string
}) {
  const query = useQuery(faqsQuery(subject))
  const faq = query.data?.results.find((item) => item.id === id)
  if (!query.data)
    return query.isError ? (
      <ErrorState isRetrying={query.isFetching} onRetry={() => void query.refetch()} />
    ) : (
      <TableSkeleton />
    )
  // A colleague moved it to another subject.
  if (id !== null && !faq)
    return query.isFetching ? (
      <TableSkeleton />
    ) : (
      <EmptyState
        icon="document"
        heading="h1"
        title={messages.gone}
        actions={<ButtonLink to={backPath}>{studioMessages.back_to_list}</ButtonLink>}
      >
        {messages.gone_detail}
      </EmptyState>
    )
  return (
    <Faq
      latest={faq ?? null}
      subject={subject}
      subjects={query.data.subjects}
      backPath={backPath}
    />
  )
}

function Faq({
  latest,
  subject,
  subjects,
  backPath,
}: {
  latest: EditableFaq | null
  subject: number
  subjects: readonly { id: number; name: string }[]
  backPath: string
}) {
  const [faq, applyNewer] = useArticleEvents(latest)
  const { title = '', context = '', is_top = false, is_hidden = false } = faq ?? {}
  return (
    <ArticleForm
      key={faq?.version ?? 0}
      onApplyNewer={applyNewer}
      name={`faq.${faq?.id ?? 'new'}`}
      heading={faq ? messages.edit_faq : messages.add_faq}
      labels={{ title: messages.question, context: messages.reply }}
      bounds={{ title: faqTitleLength.max, context: faqLength.max }}
      saved={{ title, context, is_top, is_hidden, subject_id: faq?.subject_id ?? subject }}
      stale={studioKeys.faqs()}
      backPath={backPath}
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
 * The article as it was when the edit began: saving is checked against that version.
 * @returns the article, and a function that applies the newer version, if there is one.
 */
function useArticleEvents<T extends { version: number }>(latest: T | null) {
  const [shown, setShown] = useState(latest)
  const applyNewer =
    latest && latest.version !== shown?.version ? () => setShown(latest) : undefined
  return [shown, applyNewer] as const
}
