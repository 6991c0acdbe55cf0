/** Operations that an agent gets for each task that its owner allows. */
export const AGENT_TASKS = {
  read: [
    ...['getBusiness', 'getStatistics', 'listActions', 'listCampaigns', 'getCampaign', 'getComplianceCard'],
    ...['listSubmissions', 'getSubmission', 'listRewards', 'getReward', 'listPrograms', 'getProgram'],
    ...['listMembers', 'searchMembers', 'getMember', 'listVisits', 'listCashback'],
  ],
  rewards: ['createCashback', 'redeemReward', 'reinstateReward', 'voidReward'],
  campaigns: ['createCampaign', 'updateCampaign', 'duplicateCampaign', 'changeCampaignStates'],
  members: ['enrollMember', 'updateMember', 'recordVisit'],
  reviews: ['reviewSubmission'],
};
export type AgentTask = keyof typeof AGENT_TASKS;
