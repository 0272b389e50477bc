// Starts `rulerun lsp`, and hands on what the editor asks.
const {workspace, window} = require("vscode");
const {LanguageClient} = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const [command, ...args] = workspace.getConfiguration("rulerun").get("command");
  client = new LanguageClient(
    "rulerun",
    "rulerun",
    {command, args},
    {documentSelector: [{language: "rulerun", scheme: "file"}]},
  );
  try {
    await client.start();
  } catch (fault) {
    window.showErrorMessage(`rulerun: the language server does not start (${fault.message}): pip install 'rulerun[lsp]'`);
  }
};

exports.deactivate = () => client?.stop();
