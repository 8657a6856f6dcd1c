// Written by `npm run generate` from contract/<area>/examples: one file an endpoint.
import acceptInvite from '../invites/examples/acceptInvite.json' with { type: 'json' }
import acceptJoinRequest from '../invites/examples/acceptJoinRequest.json' with { type: 'json' }
import addParticipants from '../budgets/examples/addParticipants.json' with { type: 'json' }
import addPasskey from '../identity/examples/addPasskey.json' with { type: 'json' }
import addSamlDomain from '../sso/examples/addSamlDomain.json' with { type: 'json' }
import allowSupportChanges from '../impersonation/examples/allowSupportChanges.json' with { type: 'json' }
import approveAward from '../awards/examples/approveAward.json' with { type: 'json' }
import approveAwardBatch from '../awards/examples/approveAwardBatch.json' with { type: 'json' }
import approveCelebration from '../celebrations/examples/approveCelebration.json' with { type: 'json' }
import approveOrder from '../orders/examples/approveOrder.json' with { type: 'json' }
import askForGifts from '../delivery/examples/askForGifts.json' with { type: 'json' }
import beginPasskey from '../identity/examples/beginPasskey.json' with { type: 'json' }
import beginSamlSignIn from '../sso/examples/beginSamlSignIn.json' with { type: 'json' }
import beginSecondFactor from '../identity/examples/beginSecondFactor.json' with { type: 'json' }
import cancelAward from '../awards/examples/cancelAward.json' with { type: 'json' }
import cancelAwardBatch from '../awards/examples/cancelAwardBatch.json' with { type: 'json' }
import cancelHuggg from '../hugggs/examples/cancelHuggg.json' with { type: 'json' }
import cancelTransactionHugggs from '../orders/examples/cancelTransactionHugggs.json' with { type: 'json' }
import challengePasskey from '../identity/examples/challengePasskey.json' with { type: 'json' }
import challengePasskeySignIn from '../identity/examples/challengePasskeySignIn.json' with { type: 'json' }
import changePlan from '../plans/examples/changePlan.json' with { type: 'json' }
import changeSandboxEmployee from '../sandbox/examples/changeSandboxEmployee.json' with { type: 'json' }
import changeTeamUserRole from '../teams/examples/changeTeamUserRole.json' with { type: 'json' }
import changeTransactionHugggs from '../orders/examples/changeTransactionHugggs.json' with { type: 'json' }
import changeTransactionPeople from '../orders/examples/changeTransactionPeople.json' with { type: 'json' }
import checkAwardBatch from '../awards/examples/checkAwardBatch.json' with { type: 'json' }
import checkParticipants from '../budgets/examples/checkParticipants.json' with { type: 'json' }
import checkRequest from '../original/examples/checkRequest.json' with { type: 'json' }
import chooseGift from '../hugggs/examples/chooseGift.json' with { type: 'json' }
import claimGift from '../hugggs/examples/claimGift.json' with { type: 'json' }
import claimShareableGift from '../superhugggs/examples/claimShareableGift.json' with { type: 'json' }
import clearClaimCodes from '../superhugggs/examples/clearClaimCodes.json' with { type: 'json' }
import clearSandboxCardFailures from '../sandbox/examples/clearSandboxCardFailures.json' with { type: 'json' }
import clearSandboxHrFailures from '../sandbox/examples/clearSandboxHrFailures.json' with { type: 'json' }
import clearSandboxIssuerFailures from '../sandbox/examples/clearSandboxIssuerFailures.json' with { type: 'json' }
import clearSandboxMonitoring from '../sandbox/examples/clearSandboxMonitoring.json' with { type: 'json' }
import clearSandboxPhoneFailures from '../sandbox/examples/clearSandboxPhoneFailures.json' with { type: 'json' }
import clearSandboxRailFailures from '../sandbox/examples/clearSandboxRailFailures.json' with { type: 'json' }
import closeGrant from '../awards/examples/closeGrant.json' with { type: 'json' }
import closeVatPeriod from '../orders/examples/closeVatPeriod.json' with { type: 'json' }
import closeWallet from '../wallets/examples/closeWallet.json' with { type: 'json' }
import confirmEmailChange from '../identity/examples/confirmEmailChange.json' with { type: 'json' }
import confirmRuleChange from '../teams/examples/confirmRuleChange.json' with { type: 'json' }
import confirmSecondFactor from '../identity/examples/confirmSecondFactor.json' with { type: 'json' }
import copyBudget from '../budgets/examples/copyBudget.json' with { type: 'json' }
import createAccountToken from '../integrations/examples/createAccountToken.json' with { type: 'json' }
import createApiKey from '../teams/examples/createApiKey.json' with { type: 'json' }
import createAuthoriseUrl from '../identity/examples/createAuthoriseUrl.json' with { type: 'json' }
import createAward from '../awards/examples/createAward.json' with { type: 'json' }
import createAwardBatch from '../awards/examples/createAwardBatch.json' with { type: 'json' }
import createBudget from '../budgets/examples/createBudget.json' with { type: 'json' }
import createCelebrationRule from '../celebrations/examples/createCelebrationRule.json' with { type: 'json' }
import createCharge from '../payments/examples/createCharge.json' with { type: 'json' }
import createGrant from '../awards/examples/createGrant.json' with { type: 'json' }
import createHugggExport from '../search/examples/createHugggExport.json' with { type: 'json' }
import createInvites from '../invites/examples/createInvites.json' with { type: 'json' }
import createLinkedAccount from '../integrations/examples/createLinkedAccount.json' with { type: 'json' }
import createOrder from '../orders/examples/createOrder.json' with { type: 'json' }
import createPapersExport from '../search/examples/createPapersExport.json' with { type: 'json' }
import createPrintableLogo from '../printables/examples/createPrintableLogo.json' with { type: 'json' }
import createPrintablePdf from '../printables/examples/createPrintablePdf.json' with { type: 'json' }
import createPrintablePreview from '../printables/examples/createPrintablePreview.json' with { type: 'json' }
import createPrintableProof from '../printables/examples/createPrintableProof.json' with { type: 'json' }
import createPrintableTemplate from '../printables/examples/createPrintableTemplate.json' with { type: 'json' }
import createProFormaInvoice from '../orders/examples/createProFormaInvoice.json' with { type: 'json' }
import createRecipientGroup from '../orders/examples/createRecipientGroup.json' with { type: 'json' }
import createRemittanceAdvice from '../wallets/examples/createRemittanceAdvice.json' with { type: 'json' }
import createStatementExport from '../search/examples/createStatementExport.json' with { type: 'json' }
import createSubteam from '../teams/examples/createSubteam.json' with { type: 'json' }
import createTeamExport from '../search/examples/createTeamExport.json' with { type: 'json' }
import createTransaction from '../orders/examples/createTransaction.json' with { type: 'json' }
import createUpload from '../uploads/examples/createUpload.json' with { type: 'json' }
import createWallet from '../wallets/examples/createWallet.json' with { type: 'json' }
import createWalletTransfer from '../wallets/examples/createWalletTransfer.json' with { type: 'json' }
import createWebhook from '../webhooks/examples/createWebhook.json' with { type: 'json' }
import declineAward from '../awards/examples/declineAward.json' with { type: 'json' }
import declineAwardBatch from '../awards/examples/declineAwardBatch.json' with { type: 'json' }
import declineInvite from '../invites/examples/declineInvite.json' with { type: 'json' }
import declineJoinRequest from '../invites/examples/declineJoinRequest.json' with { type: 'json' }
import declineOrder from '../orders/examples/declineOrder.json' with { type: 'json' }
import deleteBudget from '../budgets/examples/deleteBudget.json' with { type: 'json' }
import deleteBudgetFeed from '../budgets/examples/deleteBudgetFeed.json' with { type: 'json' }
import deleteCard from '../payments/examples/deleteCard.json' with { type: 'json' }
import deleteCelebrationRule from '../celebrations/examples/deleteCelebrationRule.json' with { type: 'json' }
import deleteInvite from '../invites/examples/deleteInvite.json' with { type: 'json' }
import deleteLinkedAccount from '../integrations/examples/deleteLinkedAccount.json' with { type: 'json' }
import deleteOrder from '../orders/examples/deleteOrder.json' with { type: 'json' }
import deleteParticipants from '../budgets/examples/deleteParticipants.json' with { type: 'json' }
import deletePrintableTemplate from '../printables/examples/deletePrintableTemplate.json' with { type: 'json' }
import deleteRecipientGroup from '../orders/examples/deleteRecipientGroup.json' with { type: 'json' }
import deleteSamlConnection from '../sso/examples/deleteSamlConnection.json' with { type: 'json' }
import deleteSavedView from '../search/examples/deleteSavedView.json' with { type: 'json' }
import deleteSubteam from '../teams/examples/deleteSubteam.json' with { type: 'json' }
import deleteTheme from '../themes/examples/deleteTheme.json' with { type: 'json' }
import deleteWebhook from '../webhooks/examples/deleteWebhook.json' with { type: 'json' }
import dismissAnnouncement from '../announcements/examples/dismissAnnouncement.json' with { type: 'json' }
import downloadReport from '../reports/examples/downloadReport.json' with { type: 'json' }
import downloadSpendingReport from '../reports/examples/downloadSpendingReport.json' with { type: 'json' }
import downloadSuperHugggFile from '../superhugggs/examples/downloadSuperHugggFile.json' with { type: 'json' }
import endImpersonation from '../impersonation/examples/endImpersonation.json' with { type: 'json' }
import endOtherSessions from '../identity/examples/endOtherSessions.json' with { type: 'json' }
import endSession from '../identity/examples/endSession.json' with { type: 'json' }
import endSuperHuggg from '../superhugggs/examples/endSuperHuggg.json' with { type: 'json' }
import endSupportChanges from '../impersonation/examples/endSupportChanges.json' with { type: 'json' }
import endSupportVisits from '../impersonation/examples/endSupportVisits.json' with { type: 'json' }
import explainWalletBalance from '../wallets/examples/explainWalletBalance.json' with { type: 'json' }
import exportAccounts from '../reports/examples/exportAccounts.json' with { type: 'json' }
import findBrands from '../catalogue/examples/findBrands.json' with { type: 'json' }
import findGifts from '../delivery/examples/findGifts.json' with { type: 'json' }
import findHelpedPeople from '../awards/examples/findHelpedPeople.json' with { type: 'json' }
import findHighballMeta from '../superhugggs/examples/findHighballMeta.json' with { type: 'json' }
import findLabels from '../catalogue/examples/findLabels.json' with { type: 'json' }
import findProducts from '../catalogue/examples/findProducts.json' with { type: 'json' }
import findTags from '../catalogue/examples/findTags.json' with { type: 'json' }
import findTaxonomies from '../catalogue/examples/findTaxonomies.json' with { type: 'json' }
import findTaxonomyLinks from '../catalogue/examples/findTaxonomyLinks.json' with { type: 'json' }
import fundGrant from '../awards/examples/fundGrant.json' with { type: 'json' }
import generateClaimedVoucher from '../original/examples/generateClaimedVoucher.json' with { type: 'json' }
import generateVoucher from '../original/examples/generateVoucher.json' with { type: 'json' }
import getAccountStatement from '../orders/examples/getAccountStatement.json' with { type: 'json' }
import getAccountStatementPdf from '../orders/examples/getAccountStatementPdf.json' with { type: 'json' }
import getAccountsMap from '../reports/examples/getAccountsMap.json' with { type: 'json' }
import getAdjustmentCodes from '../original/examples/getAdjustmentCodes.json' with { type: 'json' }
import getAllowance from '../budgets/examples/getAllowance.json' with { type: 'json' }
import getAllowanceLimit from '../budgets/examples/getAllowanceLimit.json' with { type: 'json' }
import getAllowanceStatement from '../budgets/examples/getAllowanceStatement.json' with { type: 'json' }
import getApiKeys from '../teams/examples/getApiKeys.json' with { type: 'json' }
import getApproval from '../orders/examples/getApproval.json' with { type: 'json' }
import getAutomaticTopUp from '../payments/examples/getAutomaticTopUp.json' with { type: 'json' }
import getAward from '../awards/examples/getAward.json' with { type: 'json' }
import getAwardBatch from '../awards/examples/getAwardBatch.json' with { type: 'json' }
import getAwardLettersPdf from '../awards/examples/getAwardLettersPdf.json' with { type: 'json' }
import getBrand from '../catalogue/examples/getBrand.json' with { type: 'json' }
import getBrandV2 from '../original/examples/getBrandV2.json' with { type: 'json' }
import getBranding from '../themes/examples/getBranding.json' with { type: 'json' }
import getBudget from '../budgets/examples/getBudget.json' with { type: 'json' }
import getBudgetChanges from '../budgets/examples/getBudgetChanges.json' with { type: 'json' }
import getBudgetFeed from '../budgets/examples/getBudgetFeed.json' with { type: 'json' }
import getCardFields from '../payments/examples/getCardFields.json' with { type: 'json' }
import getCelebrationRule from '../celebrations/examples/getCelebrationRule.json' with { type: 'json' }
import getCharge from '../payments/examples/getCharge.json' with { type: 'json' }
import getConfiguration from '../catalogue/examples/getConfiguration.json' with { type: 'json' }
import getContactPreferences from '../identity/examples/getContactPreferences.json' with { type: 'json' }
import getDelivery from '../delivery/examples/getDelivery.json' with { type: 'json' }
import getEmailChange from '../identity/examples/getEmailChange.json' with { type: 'json' }
import getEmailChangeByToken from '../identity/examples/getEmailChangeByToken.json' with { type: 'json' }
import getExecution from '../budgets/examples/getExecution.json' with { type: 'json' }
import getExecutionDates from '../budgets/examples/getExecutionDates.json' with { type: 'json' }
import getForecast from '../budgets/examples/getForecast.json' with { type: 'json' }
import getGift from '../hugggs/examples/getGift.json' with { type: 'json' }
import getGiftwrap from '../themes/examples/getGiftwrap.json' with { type: 'json' }
import getGrant from '../awards/examples/getGrant.json' with { type: 'json' }
import getGrantReport from '../awards/examples/getGrantReport.json' with { type: 'json' }
import getHelpedPerson from '../awards/examples/getHelpedPerson.json' with { type: 'json' }
import getHuggg from '../hugggs/examples/getHuggg.json' with { type: 'json' }
import getHugggExport from '../search/examples/getHugggExport.json' with { type: 'json' }
import getHugggTimeline from '../hugggs/examples/getHugggTimeline.json' with { type: 'json' }
import getInviteByToken from '../invites/examples/getInviteByToken.json' with { type: 'json' }
import getInvoice from '../orders/examples/getInvoice.json' with { type: 'json' }
import getMe from '../identity/examples/getMe.json' with { type: 'json' }
import getOrder from '../orders/examples/getOrder.json' with { type: 'json' }
import getOrderProFormaInvoice from '../orders/examples/getOrderProFormaInvoice.json' with { type: 'json' }
import getOwnTill from '../hugggs/examples/getOwnTill.json' with { type: 'json' }
import getPapersExport from '../search/examples/getPapersExport.json' with { type: 'json' }
import getParticipantBalance from '../budgets/examples/getParticipantBalance.json' with { type: 'json' }
import getParticipantList from '../budgets/examples/getParticipantList.json' with { type: 'json' }
import getParticipantStatement from '../budgets/examples/getParticipantStatement.json' with { type: 'json' }
import getPlan from '../plans/examples/getPlan.json' with { type: 'json' }
import getPlanCard from '../plans/examples/getPlanCard.json' with { type: 'json' }
import getPlanPermissions from '../plans/examples/getPlanPermissions.json' with { type: 'json' }
import getPrices from '../plans/examples/getPrices.json' with { type: 'json' }
import getPrintable from '../printables/examples/getPrintable.json' with { type: 'json' }
import getPrintableTemplate from '../printables/examples/getPrintableTemplate.json' with { type: 'json' }
import getProduct from '../catalogue/examples/getProduct.json' with { type: 'json' }
import getProductSegments from '../catalogue/examples/getProductSegments.json' with { type: 'json' }
import getRecipientList from '../orders/examples/getRecipientList.json' with { type: 'json' }
import getRunCalendar from '../budgets/examples/getRunCalendar.json' with { type: 'json' }
import getSamlService from '../sso/examples/getSamlService.json' with { type: 'json' }
import getSamlSettings from '../sso/examples/getSamlSettings.json' with { type: 'json' }
import getSandboxCards from '../sandbox/examples/getSandboxCards.json' with { type: 'json' }
import getSandboxClock from '../sandbox/examples/getSandboxClock.json' with { type: 'json' }
import getSandboxDns from '../sandbox/examples/getSandboxDns.json' with { type: 'json' }
import getSandboxHr from '../sandbox/examples/getSandboxHr.json' with { type: 'json' }
import getSandboxIssuer from '../sandbox/examples/getSandboxIssuer.json' with { type: 'json' }
import getSandboxMessage from '../sandbox/examples/getSandboxMessage.json' with { type: 'json' }
import getSandboxMonitoring from '../sandbox/examples/getSandboxMonitoring.json' with { type: 'json' }
import getSandboxPhone from '../sandbox/examples/getSandboxPhone.json' with { type: 'json' }
import getSandboxRails from '../sandbox/examples/getSandboxRails.json' with { type: 'json' }
import getSandboxSettlement from '../sandbox/examples/getSandboxSettlement.json' with { type: 'json' }
import getSecondFactor from '../identity/examples/getSecondFactor.json' with { type: 'json' }
import getShareableGift from '../superhugggs/examples/getShareableGift.json' with { type: 'json' }
import getSpendingReport from '../reports/examples/getSpendingReport.json' with { type: 'json' }
import getStatementEmails from '../orders/examples/getStatementEmails.json' with { type: 'json' }
import getStatementExport from '../search/examples/getStatementExport.json' with { type: 'json' }
import getSuperHuggg from '../superhugggs/examples/getSuperHuggg.json' with { type: 'json' }
import getSupportAccess from '../impersonation/examples/getSupportAccess.json' with { type: 'json' }
import getTaxonomy from '../catalogue/examples/getTaxonomy.json' with { type: 'json' }
import getTaxonomyBySlug from '../catalogue/examples/getTaxonomyBySlug.json' with { type: 'json' }
import getTeam from '../teams/examples/getTeam.json' with { type: 'json' }
import getTeamAdmins from '../teams/examples/getTeamAdmins.json' with { type: 'json' }
import getTeamExport from '../search/examples/getTeamExport.json' with { type: 'json' }
import getTeamLeaving from '../teams/examples/getTeamLeaving.json' with { type: 'json' }
import getTeamLogo from '../printables/examples/getTeamLogo.json' with { type: 'json' }
import getTeamPlan from '../plans/examples/getTeamPlan.json' with { type: 'json' }
import getTeamSpending from '../reports/examples/getTeamSpending.json' with { type: 'json' }
import getTeamUsers from '../teams/examples/getTeamUsers.json' with { type: 'json' }
import getTeamsOfUser from '../teams/examples/getTeamsOfUser.json' with { type: 'json' }
import getTextPreference from '../delivery/examples/getTextPreference.json' with { type: 'json' }
import getTheme from '../themes/examples/getTheme.json' with { type: 'json' }
import getTillRedemption from '../hugggs/examples/getTillRedemption.json' with { type: 'json' }
import getTillVoucher from '../hugggs/examples/getTillVoucher.json' with { type: 'json' }
import getTransaction from '../orders/examples/getTransaction.json' with { type: 'json' }
import getTransactionReceipt from '../orders/examples/getTransactionReceipt.json' with { type: 'json' }
import getUserState from '../identity/examples/getUserState.json' with { type: 'json' }
import getVatSummary from '../orders/examples/getVatSummary.json' with { type: 'json' }
import getVerificationByToken from '../invites/examples/getVerificationByToken.json' with { type: 'json' }
import getWalletStatement from '../wallets/examples/getWalletStatement.json' with { type: 'json' }
import hireSandboxEmployee from '../sandbox/examples/hireSandboxEmployee.json' with { type: 'json' }
import issueToken from '../identity/examples/issueToken.json' with { type: 'json' }
import leaveBudget from '../budgets/examples/leaveBudget.json' with { type: 'json' }
import listAlikePeople from '../awards/examples/listAlikePeople.json' with { type: 'json' }
import listAllowances from '../budgets/examples/listAllowances.json' with { type: 'json' }
import listAnnouncements from '../announcements/examples/listAnnouncements.json' with { type: 'json' }
import listApiRequests from '../teams/examples/listApiRequests.json' with { type: 'json' }
import listApprovals from '../orders/examples/listApprovals.json' with { type: 'json' }
import listAudit from '../reports/examples/listAudit.json' with { type: 'json' }
import listAwardBatches from '../awards/examples/listAwardBatches.json' with { type: 'json' }
import listAwardLetters from '../awards/examples/listAwardLetters.json' with { type: 'json' }
import listAwards from '../awards/examples/listAwards.json' with { type: 'json' }
import listBrandings from '../themes/examples/listBrandings.json' with { type: 'json' }
import listBrandsV2 from '../original/examples/listBrandsV2.json' with { type: 'json' }
import listBudgetInvoices from '../orders/examples/listBudgetInvoices.json' with { type: 'json' }
import listBudgets from '../budgets/examples/listBudgets.json' with { type: 'json' }
import listCards from '../payments/examples/listCards.json' with { type: 'json' }
import listCelebrationRules from '../celebrations/examples/listCelebrationRules.json' with { type: 'json' }
import listCelebrations from '../celebrations/examples/listCelebrations.json' with { type: 'json' }
import listCharges from '../payments/examples/listCharges.json' with { type: 'json' }
import listCodeRefusals from '../hugggs/examples/listCodeRefusals.json' with { type: 'json' }
import listEmployeeGroups from '../integrations/examples/listEmployeeGroups.json' with { type: 'json' }
import listExecutionOutcomes from '../budgets/examples/listExecutionOutcomes.json' with { type: 'json' }
import listExecutions from '../budgets/examples/listExecutions.json' with { type: 'json' }
import listFeatures from '../catalogue/examples/listFeatures.json' with { type: 'json' }
import listGiftwraps from '../themes/examples/listGiftwraps.json' with { type: 'json' }
import listGrants from '../awards/examples/listGrants.json' with { type: 'json' }
import listGroupPeople from '../orders/examples/listGroupPeople.json' with { type: 'json' }
import listHeldGifts from '../delivery/examples/listHeldGifts.json' with { type: 'json' }
import listIntegrations from '../integrations/examples/listIntegrations.json' with { type: 'json' }
import listInvites from '../invites/examples/listInvites.json' with { type: 'json' }
import listJoinRequests from '../invites/examples/listJoinRequests.json' with { type: 'json' }
import listLinkedAccounts from '../integrations/examples/listLinkedAccounts.json' with { type: 'json' }
import listMovements from '../search/examples/listMovements.json' with { type: 'json' }
import listOrders from '../orders/examples/listOrders.json' with { type: 'json' }
import listOwnSandboxes from '../sandbox/examples/listOwnSandboxes.json' with { type: 'json' }
import listParticipantBalances from '../budgets/examples/listParticipantBalances.json' with { type: 'json' }
import listParticipants from '../budgets/examples/listParticipants.json' with { type: 'json' }
import listPasskeys from '../identity/examples/listPasskeys.json' with { type: 'json' }
import listPastRecipients from '../search/examples/listPastRecipients.json' with { type: 'json' }
import listPlans from '../plans/examples/listPlans.json' with { type: 'json' }
import listPrintableReceivers from '../printables/examples/listPrintableReceivers.json' with { type: 'json' }
import listPrintableTemplates from '../printables/examples/listPrintableTemplates.json' with { type: 'json' }
import listProducts from '../catalogue/examples/listProducts.json' with { type: 'json' }
import listProductsV2 from '../original/examples/listProductsV2.json' with { type: 'json' }
import listPurchaseTags from '../search/examples/listPurchaseTags.json' with { type: 'json' }
import listReactions from '../hugggs/examples/listReactions.json' with { type: 'json' }
import listRecipientGroups from '../orders/examples/listRecipientGroups.json' with { type: 'json' }
import listRecipientLists from '../orders/examples/listRecipientLists.json' with { type: 'json' }
import listRemittanceAdvices from '../wallets/examples/listRemittanceAdvices.json' with { type: 'json' }
import listRuleChanges from '../teams/examples/listRuleChanges.json' with { type: 'json' }
import listSandboxMessages from '../sandbox/examples/listSandboxMessages.json' with { type: 'json' }
import listSavedViews from '../search/examples/listSavedViews.json' with { type: 'json' }
import listSegments from '../catalogue/examples/listSegments.json' with { type: 'json' }
import listSentHugggs from '../original/examples/listSentHugggs.json' with { type: 'json' }
import listSessions from '../identity/examples/listSessions.json' with { type: 'json' }
import listSuperHugggClaims from '../superhugggs/examples/listSuperHugggClaims.json' with { type: 'json' }
import listTeamInvoices from '../orders/examples/listTeamInvoices.json' with { type: 'json' }
import listTeamWallets from '../wallets/examples/listTeamWallets.json' with { type: 'json' }
import listThemeVersions from '../themes/examples/listThemeVersions.json' with { type: 'json' }
import listThemes from '../themes/examples/listThemes.json' with { type: 'json' }
import listTiles from '../original/examples/listTiles.json' with { type: 'json' }
import listTillRedemptions from '../hugggs/examples/listTillRedemptions.json' with { type: 'json' }
import listTopUps from '../payments/examples/listTopUps.json' with { type: 'json' }
import listTransactionHugggs from '../orders/examples/listTransactionHugggs.json' with { type: 'json' }
import listTransactions from '../original/examples/listTransactions.json' with { type: 'json' }
import listUserWallets from '../wallets/examples/listUserWallets.json' with { type: 'json' }
import listVatPeriods from '../orders/examples/listVatPeriods.json' with { type: 'json' }
import listWebhookDeliveries from '../webhooks/examples/listWebhookDeliveries.json' with { type: 'json' }
import listWebhooks from '../webhooks/examples/listWebhooks.json' with { type: 'json' }
import lookAtAward from '../awards/examples/lookAtAward.json' with { type: 'json' }
import moveSandboxClock from '../sandbox/examples/moveSandboxClock.json' with { type: 'json' }
import objectToRuleChange from '../teams/examples/objectToRuleChange.json' with { type: 'json' }
import openAward from '../awards/examples/openAward.json' with { type: 'json' }
import openCardEntry from '../payments/examples/openCardEntry.json' with { type: 'json' }
import openGift from '../hugggs/examples/openGift.json' with { type: 'json' }
import pauseSuperHuggg from '../superhugggs/examples/pauseSuperHuggg.json' with { type: 'json' }
import payPlanInvoice from '../plans/examples/payPlanInvoice.json' with { type: 'json' }
import planSandboxCardFailure from '../sandbox/examples/planSandboxCardFailure.json' with { type: 'json' }
import planSandboxHrFailure from '../sandbox/examples/planSandboxHrFailure.json' with { type: 'json' }
import planSandboxIssuerFailure from '../sandbox/examples/planSandboxIssuerFailure.json' with { type: 'json' }
import planSandboxMonitoringFailure from '../sandbox/examples/planSandboxMonitoringFailure.json' with { type: 'json' }
import planSandboxPhoneFailure from '../sandbox/examples/planSandboxPhoneFailure.json' with { type: 'json' }
import planSandboxRailFailure from '../sandbox/examples/planSandboxRailFailure.json' with { type: 'json' }
import presignup from '../invites/examples/presignup.json' with { type: 'json' }
import previewBrandEmail from '../themes/examples/previewBrandEmail.json' with { type: 'json' }
import previewBrandInvoice from '../themes/examples/previewBrandInvoice.json' with { type: 'json' }
import previewBudget from '../budgets/examples/previewBudget.json' with { type: 'json' }
import previewBudgetFeed from '../budgets/examples/previewBudgetFeed.json' with { type: 'json' }
import previewCelebrations from '../celebrations/examples/previewCelebrations.json' with { type: 'json' }
import previewOrderEmail from '../orders/examples/previewOrderEmail.json' with { type: 'json' }
import printAwardLetters from '../awards/examples/printAwardLetters.json' with { type: 'json' }
import putAccountsMap from '../reports/examples/putAccountsMap.json' with { type: 'json' }
import putBudgetFeed from '../budgets/examples/putBudgetFeed.json' with { type: 'json' }
import putEmergencyAdmin from '../sso/examples/putEmergencyAdmin.json' with { type: 'json' }
import putParticipantList from '../budgets/examples/putParticipantList.json' with { type: 'json' }
import putRecipientList from '../orders/examples/putRecipientList.json' with { type: 'json' }
import putSamlConnection from '../sso/examples/putSamlConnection.json' with { type: 'json' }
import putSandboxDnsRecord from '../sandbox/examples/putSandboxDnsRecord.json' with { type: 'json' }
import putSavedView from '../search/examples/putSavedView.json' with { type: 'json' }
import putStatementEmails from '../orders/examples/putStatementEmails.json' with { type: 'json' }
import putUserState from '../identity/examples/putUserState.json' with { type: 'json' }
import quotePurchase from '../orders/examples/quotePurchase.json' with { type: 'json' }
import raiseSuperHugggLimit from '../superhugggs/examples/raiseSuperHugggLimit.json' with { type: 'json' }
import reactToGift from '../hugggs/examples/reactToGift.json' with { type: 'json' }
import receiveCheckoutEvent from '../payments/examples/receiveCheckoutEvent.json' with { type: 'json' }
import receiveEmailEvents from '../delivery/examples/receiveEmailEvents.json' with { type: 'json' }
import receiveHrEvent from '../integrations/examples/receiveHrEvent.json' with { type: 'json' }
import receiveTextReply from '../delivery/examples/receiveTextReply.json' with { type: 'json' }
import receiveTextReport from '../delivery/examples/receiveTextReport.json' with { type: 'json' }
import redeemHuggg from '../hugggs/examples/redeemHuggg.json' with { type: 'json' }
import refusal from '../core/examples/refusal.json' with { type: 'json' }
import refuseAward from '../awards/examples/refuseAward.json' with { type: 'json' }
import refuseCode from '../hugggs/examples/refuseCode.json' with { type: 'json' }
import reissueAward from '../awards/examples/reissueAward.json' with { type: 'json' }
import remindHugggs from '../delivery/examples/remindHugggs.json' with { type: 'json' }
import remindTransactionHugggs from '../delivery/examples/remindTransactionHugggs.json' with { type: 'json' }
import removeAutomaticTopUp from '../payments/examples/removeAutomaticTopUp.json' with { type: 'json' }
import removePasskey from '../identity/examples/removePasskey.json' with { type: 'json' }
import removePlanCard from '../plans/examples/removePlanCard.json' with { type: 'json' }
import removeSamlDomain from '../sso/examples/removeSamlDomain.json' with { type: 'json' }
import removeSecondFactor from '../identity/examples/removeSecondFactor.json' with { type: 'json' }
import removeTeamUser from '../teams/examples/removeTeamUser.json' with { type: 'json' }
import renamePasskey from '../identity/examples/renamePasskey.json' with { type: 'json' }
import reopenVatPeriod from '../orders/examples/reopenVatPeriod.json' with { type: 'json' }
import repeatTransaction from '../orders/examples/repeatTransaction.json' with { type: 'json' }
import replaceRecoveryCodes from '../identity/examples/replaceRecoveryCodes.json' with { type: 'json' }
import replayWebhook from '../webhooks/examples/replayWebhook.json' with { type: 'json' }
import replyFromSandboxPhone from '../sandbox/examples/replyFromSandboxPhone.json' with { type: 'json' }
import reportBondsCreated from '../reports/examples/reportBondsCreated.json' with { type: 'json' }
import reportFunding from '../reports/examples/reportFunding.json' with { type: 'json' }
import reportGiftingReasons from '../reports/examples/reportGiftingReasons.json' with { type: 'json' }
import reportGifts from '../reports/examples/reportGifts.json' with { type: 'json' }
import reportLastActive from '../reports/examples/reportLastActive.json' with { type: 'json' }
import reportOverTime from '../reports/examples/reportOverTime.json' with { type: 'json' }
import reportParticipants from '../reports/examples/reportParticipants.json' with { type: 'json' }
import reportSandboxMessage from '../sandbox/examples/reportSandboxMessage.json' with { type: 'json' }
import reportTotalSpent from '../reports/examples/reportTotalSpent.json' with { type: 'json' }
import reportUserBalances from '../reports/examples/reportUserBalances.json' with { type: 'json' }
import reportUserTransactions from '../reports/examples/reportUserTransactions.json' with { type: 'json' }
import requestClaimCode from '../superhugggs/examples/requestClaimCode.json' with { type: 'json' }
import requestInvite from '../invites/examples/requestInvite.json' with { type: 'json' }
import requestPasswordReset from '../identity/examples/requestPasswordReset.json' with { type: 'json' }
import requestPhoneCode from '../identity/examples/requestPhoneCode.json' with { type: 'json' }
import requestTeamLeaving from '../teams/examples/requestTeamLeaving.json' with { type: 'json' }
import requestVerification from '../invites/examples/requestVerification.json' with { type: 'json' }
import resendHuggg from '../delivery/examples/resendHuggg.json' with { type: 'json' }
import resendHugggs from '../delivery/examples/resendHugggs.json' with { type: 'json' }
import resendInvite from '../invites/examples/resendInvite.json' with { type: 'json' }
import resetPassword from '../identity/examples/resetPassword.json' with { type: 'json' }
import resetTeamUserSecondStep from '../teams/examples/resetTeamUserSecondStep.json' with { type: 'json' }
import resumeSuperHuggg from '../superhugggs/examples/resumeSuperHuggg.json' with { type: 'json' }
import revealGift from '../hugggs/examples/revealGift.json' with { type: 'json' }
import revokeApiKey from '../teams/examples/revokeApiKey.json' with { type: 'json' }
import revokeToken from '../identity/examples/revokeToken.json' with { type: 'json' }
import rotateWebhookSecret from '../webhooks/examples/rotateWebhookSecret.json' with { type: 'json' }
import runBudget from '../budgets/examples/runBudget.json' with { type: 'json' }
import searchHugggs from '../search/examples/searchHugggs.json' with { type: 'json' }
import searchInvites from '../invites/examples/searchInvites.json' with { type: 'json' }
import searchOriginal from '../original/examples/searchOriginal.json' with { type: 'json' }
import searchProducts from '../catalogue/examples/searchProducts.json' with { type: 'json' }
import searchTransactions from '../search/examples/searchTransactions.json' with { type: 'json' }
import sendOrderTestEmail from '../orders/examples/sendOrderTestEmail.json' with { type: 'json' }
import sendTransactionHugggs from '../orders/examples/sendTransactionHugggs.json' with { type: 'json' }
import sendTransactionHugggsNow from '../orders/examples/sendTransactionHugggsNow.json' with { type: 'json' }
import setAutomaticTopUp from '../payments/examples/setAutomaticTopUp.json' with { type: 'json' }
import setLowBalanceAlert from '../wallets/examples/setLowBalanceAlert.json' with { type: 'json' }
import setPlanCard from '../plans/examples/setPlanCard.json' with { type: 'json' }
import setPrintableReceivers from '../printables/examples/setPrintableReceivers.json' with { type: 'json' }
import setSandboxIssuerStock from '../sandbox/examples/setSandboxIssuerStock.json' with { type: 'json' }
import setTextPreference from '../delivery/examples/setTextPreference.json' with { type: 'json' }
import settleCannotUse from '../awards/examples/settleCannotUse.json' with { type: 'json' }
import showAwardLink from '../awards/examples/showAwardLink.json' with { type: 'json' }
import signInTill from '../hugggs/examples/signInTill.json' with { type: 'json' }
import signOutTeamUser from '../teams/examples/signOutTeamUser.json' with { type: 'json' }
import signOutTill from '../hugggs/examples/signOutTill.json' with { type: 'json' }
import signUp from '../invites/examples/signUp.json' with { type: 'json' }
import skipCelebration from '../celebrations/examples/skipCelebration.json' with { type: 'json' }
import spendSandboxRailCode from '../sandbox/examples/spendSandboxRailCode.json' with { type: 'json' }
import startBudget from '../budgets/examples/startBudget.json' with { type: 'json' }
import startOwnSandbox from '../sandbox/examples/startOwnSandbox.json' with { type: 'json' }
import stopBudget from '../budgets/examples/stopBudget.json' with { type: 'json' }
import stopEmailChange from '../identity/examples/stopEmailChange.json' with { type: 'json' }
import stopGiftReminders from '../delivery/examples/stopGiftReminders.json' with { type: 'json' }
import stopOwnSandbox from '../sandbox/examples/stopOwnSandbox.json' with { type: 'json' }
import suggestProductSearches from '../catalogue/examples/suggestProductSearches.json' with { type: 'json' }
import switchSamlConnection from '../sso/examples/switchSamlConnection.json' with { type: 'json' }
import switchTeam from '../identity/examples/switchTeam.json' with { type: 'json' }
import syncLinkedAccount from '../integrations/examples/syncLinkedAccount.json' with { type: 'json' }
import takeAward from '../awards/examples/takeAward.json' with { type: 'json' }
import takeSamlAnswer from '../sso/examples/takeSamlAnswer.json' with { type: 'json' }
import testSamlConnection from '../sso/examples/testSamlConnection.json' with { type: 'json' }
import testWebhook from '../webhooks/examples/testWebhook.json' with { type: 'json' }
import toggleHugggSent from '../hugggs/examples/toggleHugggSent.json' with { type: 'json' }
import toggleTransactionHugggsSent from '../orders/examples/toggleTransactionHugggsSent.json' with { type: 'json' }
import topUpWallet from '../payments/examples/topUpWallet.json' with { type: 'json' }
import undoExecution from '../budgets/examples/undoExecution.json' with { type: 'json' }
import undoRedemption from '../hugggs/examples/undoRedemption.json' with { type: 'json' }
import unlinkIdentity from '../identity/examples/unlinkIdentity.json' with { type: 'json' }
import unlockAward from '../awards/examples/unlockAward.json' with { type: 'json' }
import unscheduleBudget from '../budgets/examples/unscheduleBudget.json' with { type: 'json' }
import updateBudget from '../budgets/examples/updateBudget.json' with { type: 'json' }
import updateBudgetInvoice from '../orders/examples/updateBudgetInvoice.json' with { type: 'json' }
import updateCard from '../payments/examples/updateCard.json' with { type: 'json' }
import updateCelebrationRule from '../celebrations/examples/updateCelebrationRule.json' with { type: 'json' }
import updateGrant from '../awards/examples/updateGrant.json' with { type: 'json' }
import updateHelpedPerson from '../awards/examples/updateHelpedPerson.json' with { type: 'json' }
import updateHuggg from '../hugggs/examples/updateHuggg.json' with { type: 'json' }
import updateInvoice from '../orders/examples/updateInvoice.json' with { type: 'json' }
import updateOrder from '../orders/examples/updateOrder.json' with { type: 'json' }
import updateParticipants from '../budgets/examples/updateParticipants.json' with { type: 'json' }
import updatePrintableTemplate from '../printables/examples/updatePrintableTemplate.json' with { type: 'json' }
import updateRecipientGroup from '../orders/examples/updateRecipientGroup.json' with { type: 'json' }
import updateSamlDomain from '../sso/examples/updateSamlDomain.json' with { type: 'json' }
import updateTeam from '../teams/examples/updateTeam.json' with { type: 'json' }
import updateTeams from '../teams/examples/updateTeams.json' with { type: 'json' }
import updateTransaction from '../orders/examples/updateTransaction.json' with { type: 'json' }
import updateUser from '../identity/examples/updateUser.json' with { type: 'json' }
import updateWallet from '../wallets/examples/updateWallet.json' with { type: 'json' }
import updateWebhook from '../webhooks/examples/updateWebhook.json' with { type: 'json' }
import upgradePlan from '../invites/examples/upgradePlan.json' with { type: 'json' }
import upsertContactPreferences from '../identity/examples/upsertContactPreferences.json' with { type: 'json' }
import upsertPrintable from '../printables/examples/upsertPrintable.json' with { type: 'json' }
import upsertTheme from '../themes/examples/upsertTheme.json' with { type: 'json' }
import verifyCharge from '../payments/examples/verifyCharge.json' with { type: 'json' }
import verifyIdentity from '../identity/examples/verifyIdentity.json' with { type: 'json' }
import verifyPhone from '../identity/examples/verifyPhone.json' with { type: 'json' }
import verifySamlDomain from '../sso/examples/verifySamlDomain.json' with { type: 'json' }
import verifyUser from '../invites/examples/verifyUser.json' with { type: 'json' }
import withdrawEmailChange from '../identity/examples/withdrawEmailChange.json' with { type: 'json' }
import withdrawFromParticipant from '../budgets/examples/withdrawFromParticipant.json' with { type: 'json' }
import withdrawOrder from '../orders/examples/withdrawOrder.json' with { type: 'json' }
import withdrawPlanChange from '../plans/examples/withdrawPlanChange.json' with { type: 'json' }
import withdrawTeamLeaving from '../teams/examples/withdrawTeamLeaving.json' with { type: 'json' }

export const recorded = {
  acceptInvite,
  acceptJoinRequest,
  addParticipants,
  addPasskey,
  addSamlDomain,
  allowSupportChanges,
  approveAward,
  approveAwardBatch,
  approveCelebration,
  approveOrder,
  askForGifts,
  beginPasskey,
  beginSamlSignIn,
  beginSecondFactor,
  cancelAward,
  cancelAwardBatch,
  cancelHuggg,
  cancelTransactionHugggs,
  challengePasskey,
  challengePasskeySignIn,
  changePlan,
  changeSandboxEmployee,
  changeTeamUserRole,
  changeTransactionHugggs,
  changeTransactionPeople,
  checkAwardBatch,
  checkParticipants,
  checkRequest,
  chooseGift,
  claimGift,
  claimShareableGift,
  clearClaimCodes,
  clearSandboxCardFailures,
  clearSandboxHrFailures,
  clearSandboxIssuerFailures,
  clearSandboxMonitoring,
  clearSandboxPhoneFailures,
  clearSandboxRailFailures,
  closeGrant,
  closeVatPeriod,
  closeWallet,
  confirmEmailChange,
  confirmRuleChange,
  confirmSecondFactor,
  copyBudget,
  createAccountToken,
  createApiKey,
  createAuthoriseUrl,
  createAward,
  createAwardBatch,
  createBudget,
  createCelebrationRule,
  createCharge,
  createGrant,
  createHugggExport,
  createInvites,
  createLinkedAccount,
  createOrder,
  createPapersExport,
  createPrintableLogo,
  createPrintablePdf,
  createPrintablePreview,
  createPrintableProof,
  createPrintableTemplate,
  createProFormaInvoice,
  createRecipientGroup,
  createRemittanceAdvice,
  createStatementExport,
  createSubteam,
  createTeamExport,
  createTransaction,
  createUpload,
  createWallet,
  createWalletTransfer,
  createWebhook,
  declineAward,
  declineAwardBatch,
  declineInvite,
  declineJoinRequest,
  declineOrder,
  deleteBudget,
  deleteBudgetFeed,
  deleteCard,
  deleteCelebrationRule,
  deleteInvite,
  deleteLinkedAccount,
  deleteOrder,
  deleteParticipants,
  deletePrintableTemplate,
  deleteRecipientGroup,
  deleteSamlConnection,
  deleteSavedView,
  deleteSubteam,
  deleteTheme,
  deleteWebhook,
  dismissAnnouncement,
  downloadReport,
  downloadSpendingReport,
  downloadSuperHugggFile,
  endImpersonation,
  endOtherSessions,
  endSession,
  endSuperHuggg,
  endSupportChanges,
  endSupportVisits,
  explainWalletBalance,
  exportAccounts,
  findBrands,
  findGifts,
  findHelpedPeople,
  findHighballMeta,
  findLabels,
  findProducts,
  findTags,
  findTaxonomies,
  findTaxonomyLinks,
  fundGrant,
  generateClaimedVoucher,
  generateVoucher,
  getAccountStatement,
  getAccountStatementPdf,
  getAccountsMap,
  getAdjustmentCodes,
  getAllowance,
  getAllowanceLimit,
  getAllowanceStatement,
  getApiKeys,
  getApproval,
  getAutomaticTopUp,
  getAward,
  getAwardBatch,
  getAwardLettersPdf,
  getBrand,
  getBrandV2,
  getBranding,
  getBudget,
  getBudgetChanges,
  getBudgetFeed,
  getCardFields,
  getCelebrationRule,
  getCharge,
  getConfiguration,
  getContactPreferences,
  getDelivery,
  getEmailChange,
  getEmailChangeByToken,
  getExecution,
  getExecutionDates,
  getForecast,
  getGift,
  getGiftwrap,
  getGrant,
  getGrantReport,
  getHelpedPerson,
  getHuggg,
  getHugggExport,
  getHugggTimeline,
  getInviteByToken,
  getInvoice,
  getMe,
  getOrder,
  getOrderProFormaInvoice,
  getOwnTill,
  getPapersExport,
  getParticipantBalance,
  getParticipantList,
  getParticipantStatement,
  getPlan,
  getPlanCard,
  getPlanPermissions,
  getPrices,
  getPrintable,
  getPrintableTemplate,
  getProduct,
  getProductSegments,
  getRecipientList,
  getRunCalendar,
  getSamlService,
  getSamlSettings,
  getSandboxCards,
  getSandboxClock,
  getSandboxDns,
  getSandboxHr,
  getSandboxIssuer,
  getSandboxMessage,
  getSandboxMonitoring,
  getSandboxPhone,
  getSandboxRails,
  getSandboxSettlement,
  getSecondFactor,
  getShareableGift,
  getSpendingReport,
  getStatementEmails,
  getStatementExport,
  getSuperHuggg,
  getSupportAccess,
  getTaxonomy,
  getTaxonomyBySlug,
  getTeam,
  getTeamAdmins,
  getTeamExport,
  getTeamLeaving,
  getTeamLogo,
  getTeamPlan,
  getTeamSpending,
  getTeamUsers,
  getTeamsOfUser,
  getTextPreference,
  getTheme,
  getTillRedemption,
  getTillVoucher,
  getTransaction,
  getTransactionReceipt,
  getUserState,
  getVatSummary,
  getVerificationByToken,
  getWalletStatement,
  hireSandboxEmployee,
  issueToken,
  leaveBudget,
  listAlikePeople,
  listAllowances,
  listAnnouncements,
  listApiRequests,
  listApprovals,
  listAudit,
  listAwardBatches,
  listAwardLetters,
  listAwards,
  listBrandings,
  listBrandsV2,
  listBudgetInvoices,
  listBudgets,
  listCards,
  listCelebrationRules,
  listCelebrations,
  listCharges,
  listCodeRefusals,
  listEmployeeGroups,
  listExecutionOutcomes,
  listExecutions,
  listFeatures,
  listGiftwraps,
  listGrants,
  listGroupPeople,
  listHeldGifts,
  listIntegrations,
  listInvites,
  listJoinRequests,
  listLinkedAccounts,
  listMovements,
  listOrders,
  listOwnSandboxes,
  listParticipantBalances,
  listParticipants,
  listPasskeys,
  listPastRecipients,
  listPlans,
  listPrintableReceivers,
  listPrintableTemplates,
  listProducts,
  listProductsV2,
  listPurchaseTags,
  listReactions,
  listRecipientGroups,
  listRecipientLists,
  listRemittanceAdvices,
  listRuleChanges,
  listSandboxMessages,
  listSavedViews,
  listSegments,
  listSentHugggs,
  listSessions,
  listSuperHugggClaims,
  listTeamInvoices,
  listTeamWallets,
  listThemeVersions,
  listThemes,
  listTiles,
  listTillRedemptions,
  listTopUps,
  listTransactionHugggs,
  listTransactions,
  listUserWallets,
  listVatPeriods,
  listWebhookDeliveries,
  listWebhooks,
  lookAtAward,
  moveSandboxClock,
  objectToRuleChange,
  openAward,
  openCardEntry,
  openGift,
  pauseSuperHuggg,
  payPlanInvoice,
  planSandboxCardFailure,
  planSandboxHrFailure,
  planSandboxIssuerFailure,
  planSandboxMonitoringFailure,
  planSandboxPhoneFailure,
  planSandboxRailFailure,
  presignup,
  previewBrandEmail,
  previewBrandInvoice,
  previewBudget,
  previewBudgetFeed,
  previewCelebrations,
  previewOrderEmail,
  printAwardLetters,
  putAccountsMap,
  putBudgetFeed,
  putEmergencyAdmin,
  putParticipantList,
  putRecipientList,
  putSamlConnection,
  putSandboxDnsRecord,
  putSavedView,
  putStatementEmails,
  putUserState,
  quotePurchase,
  raiseSuperHugggLimit,
  reactToGift,
  receiveCheckoutEvent,
  receiveEmailEvents,
  receiveHrEvent,
  receiveTextReply,
  receiveTextReport,
  redeemHuggg,
  refusal,
  refuseAward,
  refuseCode,
  reissueAward,
  remindHugggs,
  remindTransactionHugggs,
  removeAutomaticTopUp,
  removePasskey,
  removePlanCard,
  removeSamlDomain,
  removeSecondFactor,
  removeTeamUser,
  renamePasskey,
  reopenVatPeriod,
  repeatTransaction,
  replaceRecoveryCodes,
  replayWebhook,
  replyFromSandboxPhone,
  reportBondsCreated,
  reportFunding,
  reportGiftingReasons,
  reportGifts,
  reportLastActive,
  reportOverTime,
  reportParticipants,
  reportSandboxMessage,
  reportTotalSpent,
  reportUserBalances,
  reportUserTransactions,
  requestClaimCode,
  requestInvite,
  requestPasswordReset,
  requestPhoneCode,
  requestTeamLeaving,
  requestVerification,
  resendHuggg,
  resendHugggs,
  resendInvite,
  resetPassword,
  resetTeamUserSecondStep,
  resumeSuperHuggg,
  revealGift,
  revokeApiKey,
  revokeToken,
  rotateWebhookSecret,
  runBudget,
  searchHugggs,
  searchInvites,
  searchOriginal,
  searchProducts,
  searchTransactions,
  sendOrderTestEmail,
  sendTransactionHugggs,
  sendTransactionHugggsNow,
  setAutomaticTopUp,
  setLowBalanceAlert,
  setPlanCard,
  setPrintableReceivers,
  setSandboxIssuerStock,
  setTextPreference,
  settleCannotUse,
  showAwardLink,
  signInTill,
  signOutTeamUser,
  signOutTill,
  signUp,
  skipCelebration,
  spendSandboxRailCode,
  startBudget,
  startOwnSandbox,
  stopBudget,
  stopEmailChange,
  stopGiftReminders,
  stopOwnSandbox,
  suggestProductSearches,
  switchSamlConnection,
  switchTeam,
  syncLinkedAccount,
  takeAward,
  takeSamlAnswer,
  testSamlConnection,
  testWebhook,
  toggleHugggSent,
  toggleTransactionHugggsSent,
  topUpWallet,
  undoExecution,
  undoRedemption,
  unlinkIdentity,
  unlockAward,
  unscheduleBudget,
  updateBudget,
  updateBudgetInvoice,
  updateCard,
  updateCelebrationRule,
  updateGrant,
  updateHelpedPerson,
  updateHuggg,
  updateInvoice,
  updateOrder,
  updateParticipants,
  updatePrintableTemplate,
  updateRecipientGroup,
  updateSamlDomain,
  updateTeam,
  updateTeams,
  updateTransaction,
  updateUser,
  updateWallet,
  updateWebhook,
  upgradePlan,
  upsertContactPreferences,
  upsertPrintable,
  upsertTheme,
  verifyCharge,
  verifyIdentity,
  verifyPhone,
  verifySamlDomain,
  verifyUser,
  withdrawEmailChange,
  withdrawFromParticipant,
  withdrawOrder,
  withdrawPlanChange,
  withdrawTeamLeaving,
}
