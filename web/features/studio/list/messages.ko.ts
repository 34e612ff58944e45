/** Texts of all lists: search, pages, selection and columns. */
export const listMessages = {
  find: '찾기',
  clear_filters: '조건 모두 지우기',
  sort_by: (column: string) => `${column} 순으로 정렬`,
  select_row: (title: string) => `${title} 고르기`,
  select_all: '이 페이지 모두 고르기',
  selected: (count: number) => `${count.toLocaleString('ko-KR')}개 골랐어요`,
  selection: '고른 것에 할 일',
  clear: '고른 것 풀기',
  dismiss: '알림 닫기',
  columns: '열 고르기',
  columns_detail: '표에 보일 열을 골라요. 이 기기에만 저장돼요.',
  show_all: '모두 보이기',
} as const
