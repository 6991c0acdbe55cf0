/** The commands, outcomes and records of the program model. */

/** Records are identified by the number of newer ones. */
export type Command =
  | { do: 'enroll'; member: number }
  | { do: 'amount'; member: number; cents: number }
  | { do: 'order'; member: number; cents: number; order: number | null }
  | { do: 'confirm' | 'void' | 'reverse'; cashback: number }
  | { do: 'redeem'; member: number; cents: number }
  | { do: 'submit'; member: number; cents: number | null }
  | { do: 'approve' | 'reject' | 'undo' | 'override'; submission: number }
  | { do: 'suspend' | 'readmit'; member: number }
  | { do: 'pause' | 'resume' }
  | { do: 'wait'; hours: number };

/** An error code, or the events that a command recorded. */
export type Outcome = { code: string } | { events: string[] };

export interface Member {
  status: 'active' | 'suspended';
  points: number;
  spend: number;
  approved: number;
  submitted: number;
  granted: number;
  lifetime: number;
  redeemed: number;
  tier: string | null;
  goals: Set<string>;
}

export interface Step {
  points: number;
  spend: number;
  approved: number;
}

export interface Cashback {
  member: number;
  amount: number;
  remaining: number;
  status: string;
  /** In hours since 1970. */
  createdAt: number;
  availableAt: number;
  expiresAt: number;
  step: Step | null;
}

export interface Submission {
  member: number;
  cents: number | null;
  status: 'pending' | 'approved' | 'rejected';
  step: Step | null;
  cashback: Cashback | null;
}
