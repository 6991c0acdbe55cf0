import { formatMember, toMemberPath } from './member-labels.ts';

interface MemberLinkProps {
  programId: string;
  member: { memberId: string; name?: string | null };
}

/** A member's name that leads to the member's page. */
export function MemberLink({ programId, member }: MemberLinkProps) {
  return <a href={toMemberPath({ programId, memberId: member.memberId })}>{formatMember(member)}</a>;
}
