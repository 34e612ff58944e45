import { studioServiceCopy } from '#web/copy/studio-service.ts'
import { studioNoticesPath } from '#web/features/studio/paths.ts'
import { PageHead } from '#web/features/studio/studio-frame.tsx'
import { LinkTabs } from '#web/ui/tabs.tsx'
import { useSearchParams } from 'react-router'
import { FaqEditor, NoticeEditor } from './text-editors.tsx'
import { FaqsTable } from './faqs-table.tsx'
import { NoticesTable } from './notices-table.tsx'

const words = studioServiceCopy.texts

/** What is written for everybody: notices, questions and their answers; which, and which is edited, is in the address. */
export function TextsPage() {
  const [params] = useSearchParams()
  const isFaqs = params.get('kind') === 'faqs'
  const subject = Number(params.get('subject')) || 1
  const edited = params.get('edit')
  const list = isFaqs ? `${studioNoticesPath}?kind=faqs&subject=${subject}` : studioNoticesPath
  if (edited !== null) {
    const id = Number(edited) || null
    return isFaqs ? (
      <FaqEditor key={edited} id={id} subject={subject} back={list} />
    ) : (
      <NoticeEditor key={edited} id={id} back={list} />
    )
  }
  return (
    <>
      <PageHead title={words.title} detail={words.detail} />
      <div className="mb-5">
        <LinkTabs
          label={words.tabs}
          tabs={[
            { key: 'notices', to: studioNoticesPath, title: words.notices, selected: !isFaqs },
            {
              ...{ key: 'faqs', to: `${studioNoticesPath}?kind=faqs` },
              ...{ title: words.faqs, selected: isFaqs },
            },
          ]}
        />
      </div>
      {isFaqs ? <FaqsTable subject={subject} /> : <NoticesTable />}
    </>
  )
}
