import type { TermsDocument } from './terms-document.ts'

export const marketingTerms: TermsDocument = {
  title: '마케팅 정보 수신 동의',
  lead: '새 작품과 혜택 소식을 받을지 고르는 동의예요. 하지 않아도 모든 기능을 쓸 수 있어요.',
  versions: [
    {
      version: '2026-11-01',
      note: '처음 만든 동의서예요.',
      articles: [
        {
          id: 'what',
          heading: '무엇을 보내나요?',
          body: [
            '새로 올라온 작품, 할인과 이벤트 포인트 소식을 메일과 문자로 보내요. 제목에 (광고)라고 적고, 밤 9시부터 아침 8시 사이에는 보내지 않아요.',
          ],
        },
        {
          id: 'data',
          heading: '무엇을 쓰나요?',
          body: [
            '이메일과 휴대폰 번호를 써요. 어떤 작품을 좋아할지 고르는 데 시청 내역과 찜을 참고할 수 있어요.',
          ],
        },
        {
          id: 'period',
          heading: '언제까지 쓰나요?',
          body: ['동의를 거두거나 탈퇴할 때까지예요. 2년마다 동의하신 사실을 다시 알려 드려요.'],
        },
        {
          id: 'stop',
          heading: '그만 받고 싶다면',
          body: [
            '마이 > 프로필에서 언제든 끌 수 있어요. 켜고 끈 결과는 날짜와 함께 메일로 알려 드려요. 결제나 보안처럼 꼭 필요한 알림은 동의와 관계없이 보내요.',
          ],
        },
      ],
    },
  ],
}
