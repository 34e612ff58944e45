import { studioServiceCopy } from '#web/copy/studio-service.ts'
import { studioNoticesPath } from '#web/features/studio/paths.ts'
import { PageHead } from '#web/features/studio/studio-frame.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { LinkTabs } from '#web/ui/tabs.tsx'
import { useSearchParams } from 'react-router'
import { Faqs } from './faqs.tsx'
import { Notices } from './notices.tsx'
import { FaqEditor, NoticeEditor } from './text-editors.tsx'

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
      <PageHead
        title={words.title}
        detail={words.detail}
        actions={
          <ButtonLink to={`${list}${isFaqs ? '&' : '?'}edit=new`} look="primary" icon="plus">
            {isFaqs ? words.add_faq : words.add_notice}
          </ButtonLink>
        }
      />
      <div className="mb-4">
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
      {isFaqs ? <Faqs subject={subject} /> : <Notices />}
    </>
  )
}
