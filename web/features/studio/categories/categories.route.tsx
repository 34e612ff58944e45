import {
  studio_categories as calls,
  type StudioCategory,
} from '#contract/contents/staff/categories.ts'
import { maxCategories } from '#contract/core/constants.ts'
import { useApiMutation } from '#web/api/use-api-mutation.ts'
import { categoriesQuery } from '#web/features/studio/catalog/queries.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import type { Column } from '#web/features/studio/list/data-table.tsx'
import { QueryTable } from '#web/features/studio/list/query-table.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import { Button } from '#web/ui/base/button.tsx'
import { MoveButtons, moveItem } from '#web/ui/forms/move-buttons.tsx'
import { useQuery } from '@tanstack/react-query'
import { openCategoryDialog } from './category-dialog.tsx'
import { categoriesMessages as messages } from './messages.ko.ts'
import { editOptions } from './queries.ts'
import { SettingsSection } from './settings-section.tsx'

const dataColumns: readonly Column<StudioCategory>[] = [
  {
    key: 'name',
    title: messages.name,
    className: 'whitespace-nowrap',
    cell: ({ name }) => <span className="font-semibold">{name}</span>,
  },
  {
    key: 'works',
    title: messages.works,
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ works }) => messages.works_count(works),
  },
  {
    key: 'state',
    title: messages.state,
    className: 'whitespace-nowrap',
    cell: ({ is_hidden }) => (
      <Badge tone={is_hidden ? 'neutral' : 'success'}>
        {messages.states[is_hidden ? 'hidden' : 'shown']}
      </Badge>
    ),
  },
]

/** The categories in display order, and what home shows by a fixed id. */
export default function CategoriesPage() {
  const query = useQuery(categoriesQuery)
  const rows = query.data?.results ?? []
  const ids = rows.map(({ id }) => id)
  const ordering = useApiMutation(calls.reorderCategories, {
    ...editOptions,
    toast: messages.reordered,
  })
  const change = useApiMutation(calls.updateCategory, editOptions)
  const isBusy = ordering.isPending || change.isPending
  const move = ({ id }: StudioCategory, by: -1 | 1) =>
    ordering.submit({ body: { from: ids, to: moveItem(ids, ids.indexOf(id), by) } })

  const columns: readonly Column<StudioCategory>[] = [
    ...dataColumns,
    {
      key: 'actions',
      title: messages.actions,
      bare: true,
      className: 'md:text-right',
      cell: (row) => {
        const { id, version, name, is_hidden } = row
        return (
          <div className="-my-2 flex flex-wrap items-center max-md:-ml-3 md:justify-end">
            <MoveButtons
              name={name}
              index={ids.indexOf(id)}
              count={ids.length}
              disabled={isBusy}
              onMove={(by) => move(row, by)}
            />
            <Button
              variant="ghost"
              aria-label={messages.rename_of(name)}
              onClick={() => void openCategoryDialog(row)}
            >
              {messages.rename}
            </Button>
            <Button
              variant="ghost"
              aria-label={is_hidden ? messages.show_of(name) : messages.hide_of(name)}
              aria-disabled={isBusy}
              onClick={() =>
                !isBusy &&
                change.submit({ params: { id }, body: { version, is_hidden: !is_hidden } })
              }
            >
              {is_hidden ? messages.show : messages.hide}
            </Button>
          </div>
        )
      },
    },
  ]
  return (
    <>
      <PageHeader
        title={messages.title}
        detail={rows.length < maxCategories ? messages.detail : messages.full(maxCategories)}
        actions={
          <Button
            variant="primary"
            icon="plus"
            disabled={rows.length >= maxCategories}
            onClick={() => void openCategoryDialog(null)}
          >
            {messages.add}
          </Button>
        }
      />
      <QueryTable
        label={messages.list}
        query={query}
        columns={columns}
        rows={query.data?.results}
        keyOf={({ id }) => id}
      />
      <SettingsSection categories={rows} />
    </>
  )
}
