import { DescriptionItem, DescriptionList } from '#web/ui/layout/description-list.tsx'
import { Disclosure } from '#web/ui/layout/disclosure.tsx'
import { InlineRetry } from '#web/ui/layout/inline-retry.tsx'
import { NavTabs } from '#web/ui/layout/nav-tabs.tsx'
import { Pagination } from '#web/ui/layout/pagination.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Stepper } from '#web/ui/layout/stepper.tsx'
import { uiMessages } from '#web/ui/messages.ko.ts'
import { layoutProps } from './layout-props.ko.ts'
import { showcaseMessages } from './messages.ko.ts'
import { noop, type ShowcaseComponents } from './showcase-kit.tsx'

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
