import { DescriptionItem, DescriptionList } from '#web/ui/layout/description-list.tsx'
import { Disclosure } from '#web/ui/layout/disclosure.tsx'
import { InlineRetry } from '#web/ui/layout/inline-retry.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Stepper } from '#web/ui/layout/stepper.tsx'
import { uiMessages } from '#web/ui/messages.ko.ts'
import { showcaseMessages } from './messages.ko.ts'
import { noop, type ShowcaseComponents, optional, required, type PropsOf } from './showcase-kit.tsx'

const layoutProps = {
  nav_tabs: {
    label: required('string', '읽어 주는 이름이에요.'),
    tabs: required('{ key, to, title, selected }[]', '탭이에요. 고른 것은 주소에 있어요.'),
  } satisfies PropsOf<typeof NavTabs>,
  disclosure: {
    summary: required('ReactNode', '늘 보이는 줄이에요.'),
    name: optional('string', null, '이름이 같은 것은 하나만 열려요.'),
    open: optional('boolean', 'false', '처음에 열려 있는지예요.'),
    onToggle: optional('(open: boolean) => void', null, '열리거나 닫힐 때 불러요.'),
    ref: optional('Ref<HTMLDetailsElement>', null, '요소를 가리켜요.'),
    children: required('ReactNode', '펼친 내용이에요.'),
  } satisfies PropsOf<typeof Disclosure>,
  panel: {
    title: required('string', '제목이자 구역의 이름이에요.'),
    more: optional('ReactNode', null, '전체 화면으로 가는 링크예요.'),
    className: optional('string', "''", '자리를 정해요.'),
    children: required('ReactNode', '내용이에요.'),
  } satisfies PropsOf<typeof Panel>,
  description_item: {
    name: required('string', '왼쪽의 이름이에요.'),
    children: required('ReactNode', '오른쪽의 값이에요.'),
  } satisfies PropsOf<typeof DescriptionItem>,
  inline_retry: {
    isRetrying: required('boolean', '다시 불러오는 중인지예요.'),
    onRetry: required('() => void', '다시 시도할 때 불러요.'),
    children: required('string', '무엇이 안 됐는지예요.'),
  } satisfies PropsOf<typeof InlineRetry>,
  stepper: {
    names: required('string[]', '단계의 이름이에요.'),
    currentIndex: required('number', '지금 단계예요. 0부터 세요.'),
    orientation: optional(
      'horizontal | vertical',
      'horizontal',
      'vertical은 옆에 모든 이름을 보여 줘요.',
    ),
  } satisfies PropsOf<typeof Stepper>,
  pagination: {
    page: required('number', '지금 쪽이에요. 1부터 세요.'),
    pages: required('number', '모든 쪽의 수예요.'),
    hrefOf: required('(page: number) => string', '쪽의 주소예요.'),
    linkProps: optional('LinkProps', '없음', '모든 링크에 더할 속성이에요. 이동 상태 같은 것이요.'),
    label: optional('string', '쪽 이동', '읽어 주는 이름이에요. 둘 이상일 때 써요.'),
  } satisfies PropsOf<typeof Pagination>,
}

const { sections, tabs, sample_titles, sample_synopsis, description } = showcaseMessages
const { steps } = showcaseMessages.account_fields

const pagination = (page: number, pages: number) => (
  <Pagination
    label={`${sections.pages} ${page}/${pages}`}
    page={page}
    pages={pages}
    hrefOf={(number) => `?page=${number}#pages`}
  />
)

const descriptions = (
  <DescriptionList>
    <DescriptionItem name={showcaseMessages.field.kind}>{sample_titles[2]}</DescriptionItem>
    <DescriptionItem name={sections.figures}>{showcaseMessages.figures}</DescriptionItem>
  </DescriptionList>
)

/** States of components that arrange others. */
export const layoutStates: ShowcaseComponents = {
  'nav-tabs': {
    section: 'choices',
    title: 'NavTabs',
    props: layoutProps.nav_tabs,
    states: {
      selected: (
        <NavTabs
          label={sections.choices}
          tabs={tabs.map((title, index) => ({
            key: title,
            title,
            to: '#choices',
            selected: index === 0,
          }))}
        />
      ),
      overflowing: (
        <NavTabs
          label={sections.cards}
          tabs={sample_titles.map((title, index) => ({
            key: title,
            title,
            to: '#choices',
            selected: index === 1,
          }))}
        />
      ),
    },
  },
  disclosure: {
    section: 'choices',
    title: 'Disclosure',
    props: layoutProps.disclosure,
    states: {
      group: (
        <div className="border-t border-border">
          {sample_titles.slice(1, 4).map((title, index) => (
            <Disclosure
              key={title}
              name="showcase-disclosure"
              open={index === 0}
              summary={<span className="font-bold">{title}</span>}
            >
              {sample_synopsis}
            </Disclosure>
          ))}
        </div>
      ),
    },
  },
  panel: {
    section: 'panels',
    title: 'Panel',
    props: layoutProps.panel,
    states: { default: <Panel title={description}>{sample_synopsis}</Panel> },
  },
  'description-list': {
    section: 'panels',
    title: 'DescriptionItem',
    props: layoutProps.description_item,
    states: { long: descriptions },
  },
  'inline-retry': {
    section: 'states',
    title: 'InlineRetry',
    props: layoutProps.inline_retry,
    states: {
      failed: (
        <InlineRetry isRetrying={false} onRetry={noop}>
          {uiMessages.load_failed}
        </InlineRetry>
      ),
      retrying: (
        <InlineRetry isRetrying onRetry={noop}>
          {uiMessages.load_failed}
        </InlineRetry>
      ),
    },
  },
  stepper: {
    section: 'account_fields',
    title: 'Stepper',
    props: layoutProps.stepper,
    states: {
      first: <Stepper names={steps} currentIndex={0} />,
      middle: <Stepper names={steps} currentIndex={2} />,
      last: <Stepper names={steps} currentIndex={4} />,
      vertical: <Stepper names={steps} currentIndex={2} orientation="vertical" />,
    },
  },
  pagination: {
    section: 'pages',
    title: 'Pagination',
    props: layoutProps.pagination,
    states: {
      single: pagination(1, 1),
      few: pagination(3, 5),
      middle: pagination(7, 12),
      last: pagination(12, 12),
    },
  },
}
