// Starts `rulerun lsp`, and hands on what the editor asks.
const {commands, workspace, window} = require("vscode");
const {LanguageClient} = require("vscode-languageclient/node");

let client;

async function start() {
  const [command, ...args] = workspace.getConfiguration("rulerun").get("command");
  const documentSelector = ["file", "untitled"].map((scheme) => ({language: "rulerun", scheme}));
  client = new LanguageClient("rulerun", "rulerun", {command, args}, {documentSelector});
  try {
    await client.start();
  } catch (fault) {
    window.showErrorMessage(`rulerun: the language server does not start (${fault.message}): pip install 'rulerun[lsp]'`);
  }
}

async function stop() {
  try {
    await client?.dispose();
  } catch {
    // a server that never started, or has ended already, has nothing to stop
  }
}

exports.activate = async (context) => {
  const restart = async () => {
    await stop();
    await start();
  };
  context.subscriptions.push(commands.registerCommand("rulerun.restart", restart));
  await start();
};

exports.deactivate = stop;
