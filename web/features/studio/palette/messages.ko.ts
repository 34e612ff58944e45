/** Texts of the command palette and of the list of shortcuts. */
export const paletteMessages = {
  title: '찾기와 이동',
  open: '찾기와 이동',
  placeholder: '화면, 작품, 회원, 문의 번호, 할 일',
  results: '결과',
  groups: {
    recent: '최근',
    actions: '이 화면에서',
    studio: '스튜디오',
    pages: '화면',
    works: '작품',
    members: '회원',
    inquiries: '1:1 문의',
  },
  actions: {
    create_work: '새 작품',
    theme: '화면 밝기 바꾸기',
    shortcuts: '단축키 보기',
  },
  member: (id: number) => `회원 ${id}번`,
  inquiry: (id: number) => `문의 ${id}번`,
  work_number: (id: number) => `작품 ${id}번`,
  empty: '찾는 것이 없어요',
  empty_detail: '작품 제목, 회원 이메일 전체, 문의 번호로 찾을 수 있어요.',
  count: (count: number) => `결과 ${count}개`,
  searching: '찾고 있어요',
  failed: '작품과 회원은 찾지 못했어요. 연결을 확인해 주세요.',
  keys_hint: { move: '이동', choose: '열기', close: '닫기' },
  shortcuts: {
    title: '단축키',
    groups: [
      {
        title: '어디서나',
        keys: [
          { keys: ['mod', 'K'], does: '찾기와 이동' },
          { keys: ['?'], does: '단축키 보기' },
          { keys: ['Esc'], does: '열린 창 닫기' },
        ],
      },
      {
        title: '표',
        keys: [
          { keys: ['Space'], does: '줄 고르기' },
          { keys: ['Shift', 'Space'], does: '앞서 고른 줄까지 함께 고르기' },
        ],
      },
      {
        title: '1:1 문의',
        keys: [
          { keys: ['J'], does: '다음 문의' },
          { keys: ['K'], does: '이전 문의' },
        ],
      },
      {
        title: '글과 영상',
        keys: [
          { keys: ['mod', 'Enter'], does: '공지·자주 묻는 질문 저장' },
          { keys: ['I'], does: '오프닝 시작' },
          { keys: ['O'], does: '오프닝 끝' },
          { keys: ['E'], does: '엔딩 시작' },
        ],
      },
    ],
  },
} as const
